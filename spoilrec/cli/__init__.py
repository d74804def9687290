"""The command line: options in, one library call, one renderer, one exit status."""

from typing import NoReturn


def main() -> NoReturn:
    """Run the program; always ends with `SystemExit`."""
    from spoilrec.cli import app  # not above: a worker imports this module before anything else

    app.main()
