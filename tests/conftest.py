"""What mutation testing needs: quick tests first, and few random examples, the same ones against every mutant.

Does nothing in an ordinary run.
"""

import os
from typing import Any, Final

import pytest
from hypothesis import Phase, settings

from spoilrec.rules.order import facts

EXAMPLES: Final = 40
QUICK: Final = (
    "test_auction_edges.py", "test_cases.py", "test_engine.py", "test_engine_edges.py", "test_ace_of_trumps.py",
    "test_situations.py", "test_oracle.py", "test_oracle_auction.py", "test_properties.py",
)  # fmt: skip


def pytest_runtest_setup() -> None:
    """Let mutmut see which tests need the facts, not only the first that asks for them."""
    if os.environ.get("MUTANT_UNDER_TEST") == "stats":
        facts.cache_clear()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if "MUTANT_UNDER_TEST" not in os.environ:
        return
    for item in items:
        test: Any = getattr(item, "obj", None)
        if hasattr(test, "hypothesis"):
            usual: settings = getattr(test, "_hypothesis_internal_use_settings", settings())
            fewer = max(min(usual.max_examples, EXAMPLES), usual.max_examples // 8)
            phases = (Phase.explicit, Phase.generate)  # no shrinking: that it fails is enough
            test._hypothesis_internal_use_settings = settings(
                usual, max_examples=fewer, derandomize=True, database=None, phases=phases
            )
    items.sort(key=lambda item: QUICK.index(item.path.name) if item.path.name in QUICK else len(QUICK))
