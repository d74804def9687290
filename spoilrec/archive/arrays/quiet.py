"""Lines between the hands of which there is nothing to tell: sessions that begin and end as they should."""

from typing import Any, Final

import msgspec

from spoilrec.archive.arrays.forecast import Forecaster, start_of
from spoilrec.archive.arrays.group import Group, Kind, Start
from spoilrec.record.lines import Close, Line, Session
from spoilrec.record.reading import decode_plain
from spoilrec.review.checks.header import check_session, is_date, setting_of
from spoilrec.review.rulebook import understand
from spoilrec.review.setting import Ledger, Rules, Setting

MOST_KNOWN: Final = 4096


class Opening(msgspec.Struct, frozen=True):
    """What a session begins with: nothing of it comes from the lines before."""

    setting: Setting
    kind: Kind | None
    start: Start
    pool: int


class Header(msgspec.Struct, frozen=True):
    """A session line, and perhaps the close of the session before, whose `split` it has; `None` without a close."""

    session: Session
    opening: Opening
    split: tuple[int, ...] | None


class Run(msgspec.Struct):
    """Hands on neighbouring lines of a chunk, from line `first` up to `last`, and the lines `before` them.

    `setting`, `kind` and `start` are guessed; `start` is `None` where what the hands before leave counts.
    `group` has the hands from its hand `offset` on, `None` where they cannot be judged together; `plain` says
    that all of them are, if `start` is right. With a `header` it is right, and nothing is to be told of the lines
    before, but where their `split` does not agree with the hands before.
    """

    first: int
    last: int
    before: list[int]
    setting: Setting
    start: Start | None
    kind: Kind | None
    header: Header | None = None
    group: Group | None = None
    offset: int = 0
    plain: bool = False


class Quiet:
    """Knows the sessions that it has seen: in an archive many begin alike but for date and place."""

    def __init__(self, judge_by: Rules | None, forecaster: Forecaster) -> None:
        self.judge_by, self.forecaster = judge_by, forecaster
        self._known: dict[tuple[object, ...], Opening | None] = {}
        self._splits: dict[bytes, tuple[int, ...] | None] = {}

    def header(self, raws: list[bytes]) -> Header | None:
        """Read the lines before a run of hands, if they are these and nothing is to be said of them."""
        if not raws or len(raws) > 2:
            return None
        split = self._split(raws[0]) if len(raws) == 2 else None
        session = decode_plain(raws[-1]) if split is not None or len(raws) == 1 else None
        if not isinstance(session, Session):
            return None
        opening = self._opening(raws[-1], session)
        return None if opening is None else Header(session, opening, split)

    def _split(self, raw: bytes) -> tuple[int, ...] | None:
        """Read a close; `None` if it is anything else, or something may be said of it."""
        if raw not in self._splits:
            close = decode_plain(raw)
            _forget_if_many(self._splits)
            self._splits[raw] = close.split if isinstance(close, Close) and close.time is None else None
        return self._splits[raw]

    def _opening(self, raw: bytes, session: Session) -> Opening | None:
        if not (session.date is None or is_date(session.date)):
            return None
        chosen = session.rules
        rules = (
            tuple((word, type(value), value) for word, value in chosen.items()) if isinstance(chosen, dict) else chosen
        )
        key = (
            rules, session.players, session.sides, session.stake, session.pool, session.unit, session.source,
            session.spoilrec,
        )  # fmt: skip
        if key not in self._known:
            _forget_if_many(self._known)
            self._known[key] = self._checked(raw, session)
        return self._known[key]

    def _checked(self, raw: bytes, session: Session) -> Opening | None:
        rules = self.judge_by or understand(session.rules)[0]
        setting, pool = setting_of(session, rules), session.pool or 0
        start = start_of(setting, Ledger(pool=pool, due=pool, carried=pool > 0))
        found = any(check_session("", Line(1, raw, session, "session"), session, setting, empty=False))
        if found or start is None or not setting.judged:
            return None
        return Opening(setting, self.forecaster.kind_of(setting), start, pool)


def _forget_if_many(known: dict[Any, Any]) -> None:
    """Memory must not grow with the file."""
    if len(known) >= MOST_KNOWN:
        known.clear()
