"""Intervals against published values and by brute force; what is unknown is in no number."""

import math
import random
import re
import statistics
from fractions import Fraction

import pytest

from spoilrec.archive.counts.counting import LEVELS, Question, check, column_names
from spoilrec.archive.counts.measures import Estimate, Measure, estimate, half_width, wilson
from spoilrec.archive.counts.views import MEASURE_NAMES, MEASURES, OF_PAIRS, VIEW_NAMES, VIEWS, measure_named
from spoilrec.archive.tables.declared import TABLES


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I: the score interval without continuity correction
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 1 - 0.1170, 1.0),
    ],
)
def test_wilson_gives_the_published_values(hits: int, n: int, low: float, high: float) -> None:
    assert wilson(hits, n) == pytest.approx((low, high), abs=6e-5)


def test_wilson_solves_its_equation() -> None:
    """The bounds are the rates that a score test just does not refuse."""
    z = statistics.NormalDist().inv_cdf(0.975)
    for n in (1, 2, 7, 40, 1000):
        for hits in {0, 1, n // 3, n - 1, n}:
            for bound in wilson(hits, n):
                if 0 < bound < 1:
                    assert abs(hits / n - bound) == pytest.approx(z * math.sqrt(bound * (1 - bound) / n))


def test_the_interval_of_a_mean_is_that_of_the_textbook() -> None:
    values = [-1, -1, 4, -2, 7, 0, -1, -1]
    half = half_width(sum(values), sum(value * value for value in values), len(values))
    expected = statistics.NormalDist().inv_cdf(0.975) * statistics.stdev(values) / math.sqrt(len(values))
    assert half == pytest.approx(expected)


def test_big_sums_lose_nothing() -> None:
    values = [10**12, 10**12 + 1, 10**12 + 2]
    half = half_width(sum(values), sum(value * value for value in values), 3)
    assert half == pytest.approx(1.959964 * 1 / math.sqrt(3), rel=1e-6)


def test_the_interval_of_a_ratio_is_that_of_its_residuals() -> None:
    hands, misdeals = [-1, -1, 4, -2, 7, 0, -1, -1], [-3, 1]
    total, squares = sum(hands) + sum(misdeals), sum(value * value for value in hands + misdeals)
    mean = total / len(hands)
    beyond = sum((value - mean) ** 2 for value in hands) + sum(value * value for value in misdeals)
    expected = 1.959964 * math.sqrt(beyond / (len(hands) - 1) / len(hands))
    assert half_width(total, squares, len(hands), sum(hands)) == pytest.approx(expected, rel=1e-6)


def test_that_interval_holds_the_truth_19_times_of_20() -> None:
    """One deal of five is a misdeal with a fine of 2; a hand brings -1 or +4."""
    drawn, held, truth = random.Random(11), 0, Fraction(0) - Fraction(2, 4)
    for _ in range(400):
        hands, fines = list[int](), list[int]()
        while len(hands) < 200:
            if drawn.random() < 0.2:
                fines.append(-2)
            else:
                hands.append(4 if drawn.random() < 0.2 else -1)
        total, squares = sum(hands) + sum(fines), sum(value * value for value in hands + fines)
        half = half_width(total, squares, len(hands), sum(hands))
        held += abs(total / len(hands) - truth) <= half
    assert 0.92 <= held / 400 <= 0.98


def _measure(kind: str, scale: int = 1, per: str = "") -> Measure:
    return Measure("x", "x", "hands", kind, "x", "", "x", scale, per)  # type: ignore[arg-type]


def test_unknown_ones_are_counted_apart() -> None:
    assert estimate(_measure("rate"), (8, 10, 2, 2, None)) == Estimate(0.25, 8, 2, *wilson(2, 8), "wilson")
    assert estimate(_measure("total"), (8, 10, 2, 2, None)) == Estimate(2, 8, 2)
    assert estimate(_measure("rows"), (10, 10, 10, 10, None)) == Estimate(10, 10, 0)
    assert estimate(_measure("share"), (3, 3, 3, 3, None), 12) == Estimate(0.25, 12, 0, *wilson(3, 12), "wilson")


def test_where_nothing_is_known_there_is_no_number() -> None:
    for kind in ("rate", "total", "sum", "mean", "least", "most", "median"):
        assert estimate(_measure(kind), (0, 3, None, None, None)).value is None, kind
    assert estimate(_measure("total"), (0, 0, None, None, None)).value == 0


def test_a_sum_has_the_interval_of_its_mean_times_n() -> None:
    total, mean = (estimate(_measure(kind), (4, 5, 10, 60, None)) for kind in ("sum", "mean"))
    assert (total.value, mean.value, total.interval) == (10, 2.5, "normal")
    assert total.low == pytest.approx(4 * (mean.low or 0))
    assert estimate(_measure("sum"), (1, 1, 3, 9, None)) == Estimate(3, 1, 0)


def test_what_is_beside_the_hands_is_in_the_sum_and_not_in_their_number() -> None:
    parts = (2, 2, -3, 3, -2)
    total, mean = (estimate(_measure(kind, per="hand"), parts) for kind in ("sum", "mean"))
    assert (total.value, total.n, mean.value, mean.n) == (-3, 2, -1.5, 2)
    assert mean.low == pytest.approx(-1.5 - 1.959964 * math.sqrt(0.75)) and total.low == pytest.approx(
        2 * (mean.low or 0)
    )
    total, mean = (estimate(_measure(kind, per="hand"), (0, 0, -4, 16, None)) for kind in ("sum", "mean"))
    assert (total, mean) == (Estimate(-4, 0, 0), Estimate(None, 0, 0))


def test_a_scale_keeps_thirds_exact() -> None:
    found = estimate(_measure("mean", 2520), (3, 3, 2520 // 3 + 2520 // 3 + 2520 // 3, 3 * (2520 // 3) ** 2, None))
    assert found.value == pytest.approx(1 / 3) and found.low == pytest.approx(1 / 3)
    assert all(Fraction(2520, players).denominator == 1 for players in range(2, 11))


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)
def test_every_measure_is_sound_sql_of_its_table(measure: Measure) -> None:
    level = check(Question((), (measure,)))
    assert level == measure.level and measure.meaning.endswith(".") and measure.title
    condition = f"({measure.value or 'true'}) IS NOT NULL AND ({measure.of or 'true'}) AND ({measure.per or 'true'})"
    coarser = LEVELS.index(check(Question((), (measure_named("hands"),), (condition,))))
    assert coarser <= LEVELS.index(measure.level)


def test_views_are_made_of_what_there_is() -> None:
    assert len(set(MEASURE_NAMES)) == len(MEASURE_NAMES) and len(set(VIEW_NAMES)) == len(VIEW_NAMES)
    for view in VIEWS:
        assert set(view.show) <= {*MEASURE_NAMES} and set(view.by) <= {*column_names()}
        assert not view.sort or view.sort in (*view.show, *view.by)
        check(Question(view.by, tuple(map(measure_named, view.show)), tuple(filter(None, (view.where, view.once)))))


def test_columns_of_pairs_are_no_columns_of_tables() -> None:
    assert not {one.name for table in TABLES for one in table.columns} & {*OF_PAIRS}


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)
def test_no_row_is_dropped_of_which_it_is_not_known_whether_it_matters(measure: Measure) -> None:
    """A condition that may be null, as `won` is, drops rows; they must be unknown instead."""
    sure = {"goal", "misdeal", "status", "errors", "leads", "partners"}
    text = re.sub(r"'[^']*'", "", f"{measure.of} {measure.per}")
    asked = re.findall(r"\b([a-z_]+)\b(?! IS (?:NOT )?(?:NULL|TRUE|FALSE))", text)
    assert not {*asked} & {*column_names()} - sure
