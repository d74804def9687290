"""A database that `convert` made, given to `tabulate` in place of records."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import duckdb

from spoilrec.archive.counts.counting import Question, check, make_views
from spoilrec.archive.tables.kept import Kept, KeptError, is_database
from spoilrec.archive.tables.store import Store
from spoilrec.cli.inputs import shown_name
from spoilrec.cli.streams import fail
from spoilrec.review.setting import Rules


def database_of(paths: list[str], rules: Rules | None) -> str | None:
    """Give the database that is to be counted, if it is one: alone, and as it was judged when it was made."""
    found = [path for path in paths if (len(paths) == 1 or path.endswith(".duckdb")) and is_database(path)]
    if not found:
        return None
    if len(paths) > 1:
        fail(
            f"{shown_name(found[0])} is a database, which is counted alone; "
            "`spoilrec convert` puts any number of records into one"
        )
    if rules is not None:
        fail(f"--rules: the hands of {shown_name(found[0])} are judged already; give the records instead")
    return found[0]


@contextmanager
def counting_kept(path: str, question: Question) -> Iterator[Store]:
    """Open a database for a question; one that cannot be counted ends the command."""
    check(question)
    try:
        with tempfile.TemporaryDirectory(prefix="spoilrec-") as spill, Kept(path, spill) as store:
            make_views(store, valid_only=question.valid_only)
            yield store
    except KeptError as error:
        fail(f"cannot count {shown_name(path)}: {error}")
    except duckdb.Error as error:
        fail(f"cannot read {shown_name(path)}: {str(error).splitlines()[0]}")
