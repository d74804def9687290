"""The command line: options in, one library call, one renderer, one exit status."""

from spoilrec.cli.app import main

__all__ = ["main"]
