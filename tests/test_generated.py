"""Everything that is generated is what the code generates today."""

from pathlib import Path

import pytest
from generate import generated_files


@pytest.mark.parametrize(
    ("path", "text"), list(generated_files()), ids=lambda value: value.name if isinstance(value, Path) else ""
)
def test_is_not_stale(path: Path, text: str) -> None:
    assert path.read_text(encoding="utf-8") == text, "run `python tests/generate.py`"
