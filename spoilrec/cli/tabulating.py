"""Counts an archive for `tabulate`: what is wished becomes a question, the answer a table."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from spoilrec.archive.counts.conditions import ConditionError, CountingError
from spoilrec.archive.counts.counting import (
    Basis,
    Counted,
    Question,
    basis,
    check,
    column_names,
    count,
    make_views,
    order_of,
)
from spoilrec.archive.counts.curves import ONE_BY_ONE, chart_of, kind_of
from spoilrec.archive.counts.needs import needs_of
from spoilrec.archive.counts.skilled import NOTED, skill_in, skill_notes
from spoilrec.archive.counts.views import MEASURE_NAMES, VIEW_NAMES, VIEWS, View, measure_named, view_named
from spoilrec.archive.tables.store import Store
from spoilrec.cli.archives import Archive
from spoilrec.cli.databases import counting_kept, database_of
from spoilrec.cli.inputs import shown_name
from spoilrec.cli.plotting import plot_of
from spoilrec.cli.sharing import Way
from spoilrec.cli.status import Status
from spoilrec.cli.streams import answer, answer_look, fail, talk
from spoilrec.present.counted import Answer, as_csv, as_json, as_jsonl, as_markdown, as_text
from spoilrec.present.documents import as_html, as_latex
from spoilrec.review.nearest import did_you_mean
from spoilrec.review.setting import Rules
from spoilrec.review.words.sentences import plural

_DEFAULT: Final = View("", (), ("hands", "won", "won_rate", "spoilt_rate", "net_per_hand", "points_per_hand"), "")


class Wish(NamedTuple):
    """What the command line asks for."""

    view: str | None
    by: Sequence[str]
    where: Sequence[str]
    show: Sequence[str]
    sort: str
    top: int | None
    valid_only: bool
    plot: str | None
    force: bool


def tabulate(paths: list[str], wish: Wish, form: str, rules: Rules | None, way: Way) -> Status:
    """Read, count and write; gives the exit status."""
    view = _view(wish)
    question = _question(view, wish)
    sort = wish.sort or view.sort * (not wish.show)
    _check_sort(sort, question)
    picture = plot_of(wish.plot, kind_of(view.name, question.show), form, force=wish.force)
    archive = database_of(paths, rules) or Archive(paths, rules, way)
    with _counting(archive, question, drawn=picture is not None) as store:
        rows, behind = count(store, question), basis(store, valid_only=wish.valid_only)
        rows = _sorted(rows, sort, question)
        shown = rows[: wish.top]
        chart = chart_of(picture.kind, store, question, shown, cut=len(shown) < len(rows)) if picture else None
        of_skill = list(skill_notes(store, skill_in(question), kept=isinstance(archive, str)))
    notes = _notes(behind, question, len(rows), wish.top) + of_skill
    title = view.meaning or f"By {', '.join(question.by)}." if question.by else "All together."
    table = Answer(title, question.by, question.show, shown, notes, spare=not wish.show)
    for text in _written(table, behind, form):
        answer(text)
    if form == "csv":
        talk("\n".join(notes), quiet=way.quiet)
    if picture and chart:
        picture.show(chart)
    return archive.status if isinstance(archive, Archive) else Status.FINE


def _view(wish: Wish) -> View:
    name = wish.view
    if name is None:
        return _DEFAULT if wish.by or wish.show else VIEWS[0]
    if name not in VIEW_NAMES:
        fail(f"--view: no view {name}{did_you_mean(name, VIEW_NAMES)}; there are {', '.join(VIEW_NAMES)}")
    return view_named(name)


def _question(view: View, wish: Wish) -> Question:
    """Put together what is asked for; words that are not known end the command."""
    columns, measures = _words(wish.by) or view.by, _words(wish.show) or view.show
    for name in measures:
        if name not in MEASURE_NAMES:
            near, there = did_you_mean(name, MEASURE_NAMES), ", ".join(MEASURE_NAMES)
            fail(f"--show: no measure {name}{near}; there are {there}; `spoilrec explain MEASURE` explains one")
    known = column_names()
    for name in columns:
        if name not in known:
            near = did_you_mean(name, known)
            fail(f"--by: no column {name}{near}; `spoilrec schema table-hands`, `-seats`, `-plays` list them")
    once = view.once if _stands_once(view, columns, wish.where) else ""
    conditions = tuple(condition for condition in (view.where, once) if condition)
    return Question(tuple(columns), tuple(map(measure_named, measures)), (*conditions, *wish.where), wish.valid_only)


def _stands_once(view: View, columns: Sequence[str], where: Sequence[str]) -> bool:
    """Say whether two rows of a hand say the same: both are grouped by, and conditions are on the hand as a whole."""
    if not view.once or not {*view.by} <= {*columns}:
        return False
    try:
        return check(Question((), (), tuple(where))) == "hands"
    except CountingError as error:
        fail(f"--where: {error}")


def _words(lists: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word.strip() for one in lists for word in one.split(",") if word.strip()))


def _check_sort(sort: str, question: Question) -> None:
    names = (*(measure.name for measure in question.show), *question.by)
    if sort and sort.removeprefix("-") not in names:
        fail(f"--sort: {sort} is not in the table; there are {', '.join(names)}")


@contextmanager
def _counting(archive: Archive | str, question: Question, *, drawn: bool) -> Iterator[Store]:
    """Read an archive, or open a database, into a store closed to the outside; the command ends where it cannot."""
    try:
        if isinstance(archive, str):
            with counting_kept(archive, question) as store:
                yield store
            return
        with tempfile.TemporaryDirectory(prefix="spoilrec-") as spill, Store(spill=spill) as store:
            store.lock(spill)
            skill = skill_in(question)
            store.begin(needs_of(store, question, in_order=(*ONE_BY_ONE, *skill, *NOTED) if drawn or skill else ()))
            archive.fill(store, Path(spill), skill=skill)
            make_views(store, valid_only=question.valid_only)
            yield store
    except CountingError as error:
        named = f"cannot count {shown_name(archive)}: " if isinstance(archive, str) else ""
        fail(f"--where: {error}" if isinstance(error, ConditionError) and question.where else f"{named}{error}")


def _sorted(rows: list[Counted], sort: str, question: Question) -> list[Counted]:
    """Bring rows into order; equal ones stay in the order of the groups, unknown ones come last."""
    name, turned = sort.removeprefix("-"), sort.startswith("-")
    if name in question.by:
        place = question.by.index(name)
        known = [row for row in rows if row.group[place] is not None]
        unknown = [row for row in rows if row.group[place] is None]
        return sorted(known, key=lambda row: order_of(row.group[place]), reverse=turned) + unknown
    names = [measure.name for measure in question.show]
    if name not in names:
        return rows
    values = {id(row): row.estimates[names.index(name)].value for row in rows}
    known = [row for row in rows if values[id(row)] is not None]
    unknown = [row for row in rows if values[id(row)] is None]
    return sorted(known, key=lambda row: values[id(row)] or 0, reverse=not turned) + unknown


def _notes(behind: Basis, question: Question, rows: int, top: int | None) -> list[str]:
    """State what was counted, what was left out and by which rule, and how the intervals were made."""
    whole = behind.judged + behind.part
    before = " before any condition" if question.where else ""
    notes = [f"{plural(whole, 'hand')}{before}: {behind.judged} judged, {behind.part} judged in part."]
    out = [
        f"{number} {what}" for number, what in ((behind.unread, "not readable"), (behind.void, "annulled")) if number
    ]
    if question.valid_only:
        out.append(f"{behind.faulty} with errors (--valid-only)")
    if behind.misdeals:
        notes.append(f"{plural(behind.misdeals, 'misdeal')} among them: no hand, but its chips count.")
    if behind.faulty and not question.valid_only:
        notes.append(f"{plural(behind.faulty, 'hand')} with errors among them; --valid-only leaves these out.")
    if out:
        notes.append(f"Left out: {', '.join(out)}.")
    if question.where:
        notes.append("Only where " + " and ".join(" ".join(one.split()) for one in question.where) + ".")
    kinds = {measure.kind for measure in question.show}
    ways = [
        name
        for name, of in (("Wilson for rates", {"rate", "share"}), ("normal for means and sums", {"mean", "sum"}))
        if of & kinds
    ]
    if ways:
        notes.append(
            f"95 % intervals: {', '.join(ways)}, hands taken as independent; unknown results are in no rate or sum."
        )
    if top is not None and top < rows:
        notes.append(f"{top} of {rows} rows shown.")
    return notes


def _written(table: Answer, behind: Basis, form: str) -> Iterator[str]:
    match form:
        case "table":
            yield as_text(table, answer_look())
        case "markdown":
            yield as_markdown(table) + "\n"
        case "csv":
            yield as_csv(table)
        case "json":
            yield as_json(table, behind)
        case "jsonl":
            yield from as_jsonl(table, behind)
        case "html":
            yield as_html(table)
        case _:
            yield as_latex(table)
