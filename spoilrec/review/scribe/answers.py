"""What the recorder answers: that something was written, that something cannot be taken, and the words there are."""

from collections.abc import Iterator
from typing import Final

from spoilrec.record.lines import Hand, Line
from spoilrec.record.sheet import WORDS, SheetError
from spoilrec.review.case import Case
from spoilrec.review.nearest import nearest
from spoilrec.review.scribe.agreed import agreed
from spoilrec.review.scribe.draft import Draft
from spoilrec.review.scribe.evening import Evening
from spoilrec.review.setting import side_players
from spoilrec.review.words.sentences import plural
from spoilrec.review.words.told import tell_outcome
from spoilrec.rules.presets import PRESET_NAMES, preset_named

CONTROL: Final = (
    ("undo", "takes back the last thing: a line of this hand, or the last hand"),
    ("redo", "does it again"),
    ("show", "shows the hand so far"),
    ("pool", "shows the pool and everybody's chips (`score`: the points)"),
    ("drop", "gives up what is in the making"),
    ("help", "shows how it goes; `help all` lists every word, `help WORD` explains one"),
    ("quit", "leaves; what is in the making is kept and offered again"),
)


def written_text(line: Line, evening: Evening) -> Iterator[str]:
    """Say that a line was written, and what `validate` has to say of it."""
    if isinstance(line.value, Hand):
        rules, pool = evening.setting.rules, evening.ledger.pool
        left = f" {pool} in the pool." if rules is not None and rules.game.goal == "pool" and pool is not None else ""
        yield f"Hand {line.value.no} is written down.{left}"
    else:
        yield f"The {_KINDS.get(line.kind, f'{line.kind} is written down')}."
    codes = dict.fromkeys(one.code for one in evening.findings if one.severity == "error" and one.code != "SR120")
    if codes:
        first = next(iter(codes))
        yield f"`validate` will tell {', '.join(codes)} of it; `spoilrec explain {first}` says what that is."


_KINDS: Final = {
    "seats": "seats are written down", "terms": "terms are written down", "amend": "amendment is written down",
    "close": "session is closed",
}  # fmt: skip


def progress(case: Case | None, draft: Draft | None, *, over: bool, trick: bool = True) -> Iterator[str]:
    """Say who took the trick that is whole now, and what the hand comes to when it is over."""
    state = case.replay.last if case and case.replay else None
    if case is None or state is None or draft is None:
        return
    if trick and state.winners and not state.trick and case.reading.tricks and not case.reading.hand.end:
        winner = state.winners[-1]
        took = f"{case.name(winner)} takes" if winner >= 0 else "It cannot be known who takes"
        yield f"{took} trick {len(state.winners)}."
    if not over:
        return
    yield from tell_outcome(case)
    settle = agreed(case, draft).get("settle", ()) if "won" in draft.fields and case.result else ()
    if settle and case.result and settle != case.result.settle:
        each = ", ".join(f"{case.name(seat)} {settle[seat]:+d}" for seat in case.setting.seats)
        yield f"As the table has it: {each}."


def things_text(evening: Evening) -> Iterator[str]:
    """Say how things stand between the hands: chips and pool, or the totals."""
    setting, ledger = evening.setting, evening.ledger
    goal = setting.rules.game.goal if setting.rules else ""
    if goal == "pool":
        yield from evening.account.told() or (f"In the pool: {'?' if ledger.pool is None else ledger.pool}.",)
    elif goal in ("points", "auction"):
        totals = ledger.totals if ledger.totals != () else (0,) * len(setting.partnerships)
        if totals is None:
            yield "The totals are not known."
            return
        each = (f"{side_players(setting, side)} {'?' if n is None else n}" for side, n in enumerate(totals))
        target = setting.rules.options.target if setting.rules else 0
        yield f"Game {ledger.game}, {target} points win: {', '.join(each)}."
    else:
        yield f"{plural(len(evening.standing_hands()), 'hand')} so far; the score is what you note."


def problem_text(text: str, error: SheetError) -> str:
    """Show where a line cannot be taken, and what was expected."""
    mark = f"\n  {text}\n  {' ' * (error.column - 1)}^" if text and error.column > 0 else ""
    expected = f" Expected: {error.expected}." if error.expected else ""
    first = text.split()[0].lower() if text.split() else ""
    meant = nearest(first, [name for name, _ in CONTROL], 0.75) if len(first) > 2 and "nearest" not in error.why else ""
    hint = f"; the nearest is `{meant}`" if meant and meant != first else ""
    return f"Not taken: {error.why}{hint}.{expected}{mark}"


_SHORT: Final = """\
A trick is a line of cards in the order of the table: QD KD 3S. Any case, suit first or last, 10 or t, ? for a card
not seen. A card may name its seat (BQD), a line its leader (B: QD KD 3S).
  Aoife                    who deals, where that is asked; later `dealer Aoife`
  2S                       the turn-up, at the beginning of a hand; `rob NAME [CARD]`, `announce NAME`
  15 - 20 =                the calls of an auction from the dealer's left, - pass, = hold; then the trump suit
  Enter                    writes the hand down when it is over, with the result; before it `won NAME`, `settle ...`,
                           `points ...` or `score ...` note what the table agreed instead
  undo, redo               take back the last line or hand, do it again
  show, pool, score        show the hand, chips and pool, the points
  misdeal, claim NAME      end the hand; `mark 2C revoke`, `note ...` go with it
  leave, join, swap NAME   who sits where; `terms stake 2`, `ruling 3 2C revoke`, `amend 3`, `note ...`, `close`
  quit                     leaves; what is in the making is kept
`help all` lists every word, `help WORD` explains one, `help rules` the rule sets; Tab completes.\
"""


def help_text(word: str) -> Iterator[str]:
    """Explain how it goes, list the words, or explain one."""
    rows = [(name, more, meaning) for name, more, meaning in WORDS] + [(name, "", meaning) for name, meaning in CONTROL]
    if not word:
        yield from _SHORT.split("\n")
    elif word.lower() == "all":
        yield from (f"  {f'{name} {more}'.rstrip():44} {meaning}" for name, more, meaning in rows)
    else:
        found = [row for row in rows if row[0] == word.lower()]
        yield from (f"{f'{name} {more}'.rstrip()}: {meaning}" for name, more, meaning in found)
        if word.lower() == "rules":
            yield from (f"  {name:<28}{preset_named(name).meaning}" for name in PRESET_NAMES)
        if not found:
            near = nearest(word, [name for name, _, _ in rows])
            yield f"`{word}` is no word here{f'; the nearest is `{near}`' if near else ''}. `help all` lists them."
