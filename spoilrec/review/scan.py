"""A quick look ahead through a file: which hands are amended or ruled on later, and how many hands there are.

So the amended hand can be judged when it is reached, and memory stays flat: only amendments and
rulings are kept, not the hands.
"""

import re
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import IO, Final

import msgspec

from spoilrec.record.lines import Amend, Line, Ruling, Session
from spoilrec.record.reading import decode_any, read_line
from spoilrec.record.store import raw_lines

_WORDS: Final = re.compile(rb"amend|ruling|session")
_HAND: Final = re.compile(rb'"type"\s*:\s*"hand"')
HAND: Final = b'{"type":"hand",'
_CLOSE: Final = b'{"type":"close"'
_QUICKLY_KNOWN: Final = (b'{"type":"session","', _CLOSE)
_OTHER: Final = re.compile(rb'"type"\s*:\s*"(session|terms|close|seats|ruling|amend|note|x-[^"]*)"')
_NUMBER: Final = re.compile(rb'"no"\s*:\s*(\d{1,12})\b')


class Scan(msgspec.Struct, frozen=True):
    """What lies ahead.

    `hands[line]` counts the hands of the session that begins at a line (0: before any session), and
    `unsure` are the sessions with lines of which no type can be seen: they may have been hands;
    `amends[line]` and `rulings[line]` are the lines that concern the hand at a line; `lost` are the
    numbers of those lines whose hand is not there.
    """

    hands: Mapping[int, int]
    unsure: frozenset[int]
    amends: dict[int, tuple[Line, ...]]
    rulings: dict[int, tuple[Line, ...]]
    lost: frozenset[int]


def scan(stream: IO[bytes]) -> Scan:
    """Look through the whole file once; twice where there are amendments or rulings."""
    looking = Looking()
    for number, raw in raw_lines(stream):
        looking.at_line(number, raw)
    return looking.result(stream)


class HandCounts(Mapping[int, int]):
    """How many hands there are in each session, by the line that it begins at: sixteen bytes a session."""

    def __init__(self) -> None:
        self._sessions, self._counts = array("q"), array("q")

    def add(self, session: int, hands: int) -> None:
        """Count hands of a session; sessions come in the order of their lines."""
        if not self._sessions or self._sessions[-1] != session:
            self._sessions.append(session)
            self._counts.append(0)
        self._counts[-1] += hands

    def __getitem__(self, session: int) -> int:
        place = bisect_left(self._sessions, session)
        if place == len(self._sessions) or self._sessions[place] != session:
            raise KeyError(session)
        return self._counts[place]

    def __iter__(self) -> Iterator[int]:
        return iter(self._sessions)

    def __len__(self) -> int:
        return len(self._sessions)


class Looking:
    """A look through a file, line by line."""

    def __init__(self) -> None:
        self._hands = HandCounts()
        self._session, self._sessions, self._unsure = 0, dict[int, int](), set[int]()
        self._later: list[Line] = []

    def at_line(self, number: int, raw: bytes) -> None:
        """Look at one line; what begins as a hand does and has one closing brace is that hand and nothing else."""
        if raw.startswith(HAND) and (raw.count(b"}") == 1 or raw.count(b'"type"') == 1):
            self._hands.add(self._session, 1)
            return
        if raw.startswith(_QUICKLY_KNOWN) and raw.count(b'"type"') == 1 and self._knows(number, raw):
            return
        if _WORDS.search(raw):
            self._look_closely(number, raw)
        found = len(_HAND.findall(raw))
        self._hands.add(self._session, found)
        if not found and raw.strip() and not _OTHER.search(raw):
            self._unsure.add(self._session)

    def _knows(self, number: int, raw: bytes) -> bool:
        """Look at a line that begins as a session or a close does; say whether no closer look is needed."""
        if raw.startswith(_CLOSE):
            return not _WORDS.search(raw)
        session = isinstance(decode_any(raw), Session)
        if session:
            self._session = number
        return session

    def at_hands(self, count: int) -> None:
        """Pass over so many lines that begin as a hand does and have one closing brace, at their end."""
        if count:
            self._hands.add(self._session, count)

    def _look_closely(self, number: int, raw: bytes) -> None:
        for line in read_line(number, raw):
            if isinstance(line.value, Session) or line.kind == "session":
                self._session = number
            elif isinstance(line.value, Amend | Ruling):
                self._later.append(line)
                self._sessions[number] = self._session

    def result(self, stream: IO[bytes]) -> Scan:
        """Say what was found; the hands that are amended or ruled on are looked for once more."""
        hands, unsure = self._hands, frozenset(self._unsure)
        if not self._later:
            return Scan(hands, unsure, {}, {}, frozenset())
        return _find_hands(stream, hands, unsure, self._later, self._sessions)


def _find_hands(
    stream: IO[bytes], hands: Mapping[int, int], unsure: frozenset[int], later: list[Line], sessions: dict[int, int]
) -> Scan:
    """The hand meant is the last one of that number before the line, in the same session."""
    wanted = {line.value.hand for line in later if isinstance(line.value, Amend | Ruling)}
    waiting = {line.number: line for line in later}
    starts = set(sessions.values())
    latest: dict[int, int] = {}
    amends, rulings = defaultdict[int, list[Line]](list), defaultdict[int, list[Line]](list)
    lost = set()
    for number, raw in raw_lines(stream):
        if number in starts or number in hands:
            latest.clear()
        match = _NUMBER.search(raw) if _HAND.search(raw) else None
        if match and int(match[1]) in wanted:
            latest[int(match[1])] = number
        line = waiting.get(number)
        if line is not None and isinstance(line.value, Amend | Ruling):
            hand = latest.get(line.value.hand)
            if hand is None:
                lost.add(number)
            else:
                (amends if isinstance(line.value, Amend) else rulings)[hand].append(line)
    return Scan(
        hands,
        unsure,
        {n: tuple(ls) for n, ls in amends.items()},
        {n: tuple(ls) for n, ls in rulings.items()},
        frozenset(lost),
    )
