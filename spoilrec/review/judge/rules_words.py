"""Which option decides, who says so, and what every other rule would say, in words."""

from collections.abc import Iterator, Sequence

from spoilrec.review.case import Case
from spoilrec.review.judge.elsewhere import Elsewhere
from spoilrec.review.verdict import Verdict
from spoilrec.review.verdict_words import FAULTS
from spoilrec.review.words.sentences import and_list
from spoilrec.rules.cards import CODE_NAMES, UNSEEN
from spoilrec.rules.options import Option, describe_options, value_name
from spoilrec.rules.sources import SOURCES

_MOST_SOURCES = 3


def option_named(name: str) -> Option:
    """Give an option by its name; `StopIteration` where there is none."""
    return next(option for option in describe_options() if option.name == name)


def tell_options(case: Case, verdict: Verdict) -> Iterator[str]:
    """Say the value of each option that decides, what it means and who says so."""
    assert case.rules is not None
    for name in verdict.rules:
        option = option_named(name)
        value = value_name(getattr(case.rules.options, name))
        source = source_text(option, value)
        yield f"{name}={value}: {meaning_of(option, value)}{f' ({source})' if source else ''}."


def meaning_of(option: Option, value: str) -> str:
    """Say what a value means."""
    values = dict(option.values)
    return values.get(value) or values.get("n", "")


def source_text(option: Option, value: str) -> str:
    """Spell who says this value: the titles instead of the letters; empty where the table names nobody."""
    found = [text for word in _letters(option, value).split(",") if (text := _title(word.strip()))]
    more = len(found) - _MOST_SOURCES
    shown = found[:_MOST_SOURCES] if more > 1 else found
    return f"{'; '.join(shown)}{f'; and {more} others' if more > 1 else ''}"


def _letters(option: Option, value: str) -> str:
    """Find the part of an option's sources that speaks of one value: by its name, else by its place in the list."""
    parts = [part.strip() for part in option.source.split(";")]
    names = [name for name, _ in option.values]
    named = {head: rest for part in parts for head, colon, rest in [part.partition(":")] if colon}
    if named:
        ordinal = {"third": names[2]} if len(names) > 2 else {}
        by_name = {ordinal.get(head, head): rest for head, rest in named.items()}
        return by_name.get(value, by_name.get("the others", ""))
    if len(parts) == len(names) and value in names:
        return parts[names.index(value)]
    return "" if value == option.default else ",".join(parts)


def _title(word: str) -> str:
    """Spell one source: `S0` becomes `the long Spoil Five guide`; a decided contradiction is no source."""
    bare = word.partition(" (")[0].strip()
    if not bare or (bare[0] == "K" and bare[1:].isdigit()):
        return ""
    if bare == "all":
        return "all sources"
    for letters, title in sorted(SOURCES, key=lambda one: -len(one[0])):
        if bare == letters or bare.startswith(f"{letters} "):
            number = bare[len(letters) :].strip()
            said = f", law {number}" if number.isdigit() else f" {number}" if number else ""
            return title.partition(" among ")[0] + said
    return bare


# Elsewhere


def phrase(verdict: Verdict) -> str:
    """Say a verdict in a word or two."""
    if verdict.fine:
        return "lawful"
    if verdict.stand == "unlawful":
        return FAULTS.get(verdict.fault, verdict.fault)
    return {"unknown": "cannot be known", "not-all-lawful": "not all lawful"}.get(verdict.stand, "not judged")


def tell_presets(case: Case, verdict: Verdict, found: Sequence[Elsewhere]) -> str:
    """Say what every preset says: all of them, all but some, and why those differ."""
    assert case.rules is not None
    own = case.rules.name.split(" ")[0] if " with " not in case.rules.name else case.rules.name
    said = [
        (own, phrase(verdict), ""),
        *((one.preset, phrase(one.verdict), _reason(case, verdict, one)) for one in found),
    ]
    phrases = [words for _, words, _ in said]
    usual = max(dict.fromkeys(phrases), key=phrases.count)
    groups: dict[tuple[str, str], list[str]] = {}
    for name, words, reason in said:
        if words != usual:
            groups.setdefault((words, reason if words != phrase(verdict) else ""), []).append(name)
    if not groups:
        return f"By all presets: {usual}."
    others = [
        f"{and_list(names)} ({words}{f': {reason}' if reason else ''})" for (words, reason), names in groups.items()
    ]
    return f"By all presets but {and_list(others)}: {usual}."


def _reason(case: Case, own: Verdict, other: Elsewhere) -> str:
    """Say why other rules answer otherwise: the option whose value differs, or the higher trump that had fallen."""
    assert case.rules is not None
    if phrase(other.verdict) == phrase(own):
        return ""
    lapsed = _lapsed(other)
    if lapsed:
        return lapsed
    names = dict.fromkeys((*other.verdict.rules, *own.rules))
    differing = [name for name in names if getattr(other.options, name) != getattr(case.rules.options, name)]
    return ", ".join(f"{name}={value_name(getattr(other.options, name))}" for name in differing)


def _lapsed(other: Elsewhere) -> str:
    """Name the higher trump that took the right to keep one back (K21), where that is the reason."""
    step, rule = other.verdict.step, other.options.renege_against
    if step is None or rule == "led_card" or other.verdict.stand != "unlawful" or not step.before.trick:
        return ""
    before = step.before
    if before.led >= UNSEEN or "renege_against" not in other.verdict.rules:
        return ""
    fallen = before.on_table | (before.fallen if rule == "lapse_hand" else 0)
    held = before.holding[other.verdict.seat] & before.facts.keep[before.led]
    for card in before.facts.order:
        if fallen >> card & 1 and any(
            before.facts.higher[kept] >> card & 1 for kept in before.facts.order if held >> kept & 1
        ):
            return f"the {CODE_NAMES[card]} had fallen"
    return ""


def tell_other_values(verdict: Verdict, found: Sequence[Elsewhere]) -> Iterator[str]:
    """Say which other values of the options that decide would change the verdict, and that no other would."""
    groups: dict[str, list[str]] = {}
    for one in found:
        if phrase(one.verdict) != phrase(verdict):
            source = source_text(option_named(one.option), one.value)
            groups.setdefault(phrase(one.verdict), []).append(
                f"{one.option}={one.value}{f' ({source})' if source else ''}"
            )
    for words, settings in groups.items():
        yield f"With {and_list(settings, 'or')}: {words}."
    names = list(dict.fromkeys(one.option for one in found))
    if names:
        yield (
            f"No other value of {and_list(names)} changes it."
            if groups
            else f"No value of {and_list(names)} changes it."
        )
