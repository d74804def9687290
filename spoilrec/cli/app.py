"""The program as a whole: which commands there are, and how it starts and ends.

Only the commands that the command line names are imported: building all of them costs more than
judging an evening.
"""

import importlib
import os
import signal
import sys
from types import FrameType
from typing import Annotated, Any, Final, NoReturn

import typer

from spoilrec.cli.status import Status
from spoilrec.cli.streams import Quit, answer, asked_to_quit, finish, output_failed, prepare, quit_for, talk

COMMANDS: Final = (
    "validate", "replay", "legal", "explain", "rules", "fmt", "schema", "record", "judge", "annotate",
    "simulate", "convert", "tabulate",
)  # fmt: skip
_ABOUT: Final = "Records of Spoil Five, Twenty-Five and their family: validate them, replay them, and be told why."
_EPILOG: Final = (
    "Exit status: 0 fine, 1 findings, 2 could not run. `spoilrec COMMAND --help` shows an example of each command."
)
_SETTINGS: Final = {"help_option_names": ["-h", "--help"]}


def build(words: list[str]) -> typer.Typer:
    """Make the program with the commands that these words name; with all of them for help and completion."""
    named = [word for word in words if word in COMMANDS][:1]
    first = next((word for word in words if not word.startswith("-")), None)
    only_version = bool(words) and all(word in ("--version", "-V") for word in words)
    whole = "_SPOILREC_COMPLETE" in os.environ or not (only_version or (named and named[0] == first))
    app = typer.Typer(
        name="spoilrec",
        help=_ABOUT,
        epilog=_EPILOG,
        no_args_is_help=True,
        add_completion=whole,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings=_SETTINGS,
    )
    app.callback()(_options)
    for name in COMMANDS if whole else named:
        module = importlib.import_module(f"spoilrec.cli.{name}")
        special = getattr(module, "CommandClass", None)
        app.command(name, cls=special, context_settings=_SETTINGS, epilog=module.EXAMPLE)(module.command)
    return app


def _show_version(wanted: bool) -> None:
    if wanted:
        from spoilrec import __version__
        from spoilrec.record import FORMAT_VERSION

        answer(f"spoilrec {__version__} (record format {FORMAT_VERSION}, Python {sys.version.split()[0]})\n")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", "-V", help="Show the version and leave.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Records of Spoil Five, Twenty-Five and their family: validate them, replay them, and be told why."""


def _on_signal(number: int, frame: FrameType | None) -> NoReturn:
    quit_for(number)


def main() -> NoReturn:
    """Run the program; always ends with `SystemExit`."""
    prepare()
    signal.signal(signal.SIGINT, _on_signal)
    signal.signal(signal.SIGTERM, _on_signal)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # which `nohup` asks for
        signal.signal(signal.SIGHUP, _on_signal)
    try:
        finish(_run())
    except Quit as end:
        if end.message:
            talk(f"spoilrec: {end.message}")
        finish(end.status)


def _run() -> int:
    try:
        program = typer.main.get_command(build(sys.argv[1:]))
        return program.main(prog_name="spoilrec", standalone_mode=False) or Status.FINE
    except SystemExit as end:  # where nobody reads the help on, Click leaves with 1 whatever it is asked
        return end.code if "_SPOILREC_COMPLETE" in os.environ and isinstance(end.code, int) else Status.FINE
    except OSError as error:  # the commands tell theirs; this is the help that could not be written
        raise output_failed(error) from None
    except Exception as error:
        if (asked := asked_to_quit()) is not None:
            raise asked from None
        if hasattr(error, "format_message"):  # wrong usage, told by Typer's own Click, which must not be imported
            return _tell_usage(error)
        if os.environ.get("SPOILREC_DEBUG"):
            raise
        talk(f"spoilrec: this is a fault of spoilrec, not of your file: {type(error).__name__}: {error}")
        talk("Please report it with the output of the same command under SPOILREC_DEBUG=1.")
        return Status.INTERNAL


def _tell_usage(error: Any) -> int:
    """Say what was wrong with the words of the command line; alone, the program shows its help."""
    context, message = getattr(error, "ctx", None), error.format_message()
    if not sys.argv[1:] and context is not None:
        talk(context.get_help())
    else:
        if context is not None:
            talk(f"{context.get_usage()}\nTry '{context.command_path} --help' for help.\n")
        talk(f"Error: {message}")
    return Status.COULD_NOT_RUN
