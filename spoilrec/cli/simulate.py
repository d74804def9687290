"""`spoilrec simulate`: sessions that nobody played, made by the rules from a seed."""

import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Final

import typer

from spoilrec.archive.made.plan import NAMES, WAYS, Plan, session_line, why_not_session
from spoilrec.archive.made.session import made_sessions
from spoilrec.cli.inputs import shown_name
from spoilrec.cli.judging import RULES_HELP, rules_of
from spoilrec.cli.status import Status
from spoilrec.cli.streams import answer_bytes, fail, talk
from spoilrec.engine.choice import Way
from spoilrec.record.lines import RecordLine
from spoilrec.record.reading import encode_value
from spoilrec.review.rulebook import parse_choice

EXAMPLE: Final = (
    "Example: spoilrec simulate --rules twenty-five/1 --players 4 --sides 2x2 --hands 100 --output made.spoil"
)
_BLOCK: Final = 200
_MOST_SEED: Final = 2**63 - 1


def command(
    rules: Annotated[
        str, typer.Option(help=RULES_HELP.replace("Judge", "Play").replace(" instead of the record's", ""))
    ] = "spoil-five/1",
    players: Annotated[
        str | None, typer.Option(help="How many play, or their names with commas between; else as the rules want.")
    ] = None,
    sides: Annotated[
        str | None, typer.Option(help='Who plays with whom: "AC BD", a form such as 2x2, or singles.')
    ] = None,
    stake: Annotated[int, typer.Option(help="Stake in a pool game.", min=0, max=1_000_000)] = 1,
    hands: Annotated[int, typer.Option(help="Hands in each session.", min=1, max=1_000_000_000)] = 20,
    sessions: Annotated[int, typer.Option(help="How many sessions.", min=1, max=1_000_000_000)] = 1,
    seed: Annotated[
        int, typer.Option(help="Equal seeds give equal records, on every machine.", min=0, max=_MOST_SEED)
    ] = 1,
    play: Annotated[
        str,
        typer.Option(
            help="How they play: simple, random, sampled (deals the unseen cards anew and solves each deal), solver "
            "(sees all cards), or one for each seat (sampled,simple), in turn."
        ),
    ] = "simple",
    irregular: Annotated[
        float, typer.Option(help="Share of hands with a mistake of the table or of the pen, 0 to 1.", min=0, max=1)
    ] = 0.0,
    unseen: Annotated[bool, typer.Option("--unseen", help="Note only what a scribe at a table sees.")] = False,
    output: Annotated[str, typer.Option("--output", "-o", help="A new file; - is standard output.")] = "-",
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No counts on standard error.")] = False,
) -> None:
    """Make sessions by the rules: dealt, played, settled and noted, the same for the same seed."""
    judged = rules_of(rules)
    assert judged is not None
    session = session_line(judged, parse_choice(rules), _names(players), sides, stake)
    faults = why_not_session(session, judged)
    if faults:
        fail(" ".join(faults))
    ways = _ways(play, len(session.players))
    plan = Plan(session, judged, ways, hands, seed, irregular, unseen)
    blocks = _blocks(made_sessions(plan, sessions))
    if output == "-":
        for block in blocks:
            answer_bytes(block)
    else:
        _write(output, blocks, force=force)
        talk(f"{shown_name(output)}: {sessions} x {hands} hands of {judged.name}, seed {seed}", quiet=quiet)
    raise typer.Exit(Status.FINE)


def _names(text: str | None) -> tuple[str, ...]:
    """Read a number of players or their names; the numbers take the usual names."""
    if text is None:
        return ()
    if text.isascii() and text.isdigit():
        if not 2 <= int(text) <= len(NAMES):
            fail(f"--players {text}: 2 to {len(NAMES)} can play")
        return NAMES[: int(text)]
    return tuple(name.strip() for name in text.split(","))


def _ways(text: str, chairs: int) -> tuple[Way, ...]:
    words = [word.strip() for word in text.split(",")]
    for word in words:
        if word not in WAYS:
            fail(f"--play {word}: the ways of playing are {', '.join(WAYS)}")
    return tuple(WAYS[words[chair % len(words)]] for chair in range(chairs))


def _blocks(made: Iterable[RecordLine]) -> Iterator[bytes]:
    """Write the lines, many at a time."""
    waiting: list[bytes] = []
    for line in made:
        waiting.append(encode_value(line))
        if len(waiting) >= _BLOCK:
            yield b"\n".join(waiting) + b"\n"
            waiting.clear()
    if waiting:
        yield b"\n".join(waiting) + b"\n"


def _write(output: str, blocks: Iterable[bytes], *, force: bool) -> None:
    """Write a file that is there whole or not at all; one that is there already only when forced."""
    target = Path(output)
    try:
        if target.exists() and not (force and target.is_file()):
            fail(f"{shown_name(output)} is there already" + ("" if force else "; --force writes over it"))
        target = target.resolve()
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".spoilrec-")
        try:
            with os.fdopen(handle, "wb") as file:
                for block in blocks:
                    file.write(block)
            Path(name).chmod(0o644)
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:
        fail(f"cannot write {shown_name(output)}: {(getattr(error, 'strerror', None) or str(error)).lower()}")
