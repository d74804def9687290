"""Whatever is typed at the table: what was given out to be written is the whole evening, and it can be read."""

from io import BytesIO

from hypothesis import given, settings
from hypothesis import strategies as st

from spoilrec.review.scribe.evening import Evening
from spoilrec.review.scribe.recorder import Recorder
from spoilrec.review.walk import walk

HEADERS = (
    ("players Aoife, Brendan, Ciara", "spoil-five/1", ""),
    ("players Aoife, Brendan", "twenty-five/1", ""),
    ("players Aoife, Brendan, Ciara, Declan", "auction-forty-fives/1", "sides AC BD", ""),
    (),
)
WORDS = (
    "", "y", "n", "undo", "redo", "drop", "show", "pool", "quit", "help", "xx yy", "dealer Aoife", "Aoife", "dealer Xx",
    "2S", "3D", "up 4C", "trump S", "rob Aoife", "rob B2D", "QD KD", "3S 4S", "AC 5C", "3H 9C", "QC 2D", "QD KD 3S",
    "3S 4S AH", "5D 5C 5S", "B? KD", "QD QD", "P P P D15", "pass pass pass 20", "jink A3", "claim Aoife",
    "end abandoned", "misdeal", "hand", "hand xx", "hand dealer Brendan up 3H", "hand 9", "close", "close xx",
    "close split 1 1 1", "ruling xx", "ruling 1 2C revoke", "amend 1", "amend 9 xx", "amend 1 void", "note late",
    "seats Nobody", "leaves Ciara", "joins Dara", "terms xx", "terms stake 2", "session", "mark 2C revoke", "rules xx",
    '{"type":"note","text":"x"}', '{"type":"hand",', '{"type":"hand","no":1,"dealer":"A","up":"2S"}',
)  # fmt: skip


@given(st.sampled_from(HEADERS), st.lists(st.sampled_from(WORDS), min_size=3, max_size=25))
@settings(max_examples=200, deadline=None)
def test_what_was_given_out_is_what_the_evening_holds(header: tuple[str, ...], typed: list[str]) -> None:
    recorder, file = Recorder(Evening("a")), b""
    for row in (*header, *typed):
        draft = recorder.draft
        reply = recorder.take(row)
        file += reply.lines
        begun = file[max(0, file.rfind(b'{"type":"session"')) :]  # a `session` line begins the evening anew
        assert begun == b"".join(line.raw + b"\n" for line in recorder.evening.lines), row
        if reply.lines and recorder.draft is not None and recorder.waiting is None:
            assert recorder.draft is not draft, f"after {row!r} a block is in the making that was written"
    assert all(stop.line is None or stop.line.value is not None for stop in walk("a", BytesIO(file)) if file)
