"""`--plot`: which picture, and where it goes."""

import importlib
import os
import tempfile
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from spoilrec.archive.counts.curves import KINDS, Chart
from spoilrec.cli.inputs import shown_name
from spoilrec.cli.streams import answer, answer_look, fail


class Picture(NamedTuple):
    """A picture that is wanted: its kind, the module that draws it, the file (empty: the terminal)."""

    kind: str
    drawing: ModuleType
    file: str

    def show(self, chart: Chart) -> None:
        """Draw it; a file is there whole or not at all."""
        if not self.file:
            answer("\n" + self.drawing.draw(chart, answer_look()))
            return
        target = Path(self.file)
        try:
            handle, name = tempfile.mkstemp(dir=target.resolve().parent, prefix=".spoilrec-")
            try:
                with os.fdopen(handle, "wb") as file:
                    self.drawing.write(chart, target.suffix.removeprefix("."), file)
                Path(name).chmod(0o644)
                Path(name).replace(target.resolve())  # a link stays a link
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
        except (OSError, ValueError) as error:
            fail(f"cannot write {shown_name(self.file)}: {(getattr(error, 'strerror', None) or str(error)).lower()}")


def plot_of(text: str | None, usual: str, form: str, *, force: bool) -> Picture | None:
    """Understand `--plot`; `usual` is the kind that goes with the table."""
    if text is None:
        return None
    kind, _, file = text.partition(":") if text.partition(":")[0] in KINDS else (usual, "", text)
    if file and not file.endswith((".png", ".svg")):
        fail(f"--plot {text}: a kind is {', '.join(KINDS)}, a file ends in .png or .svg")
    if not file and form != "table":
        fail("--plot draws below a table; with another --format give it a file, such as --plot net.svg")
    if file and Path(file).exists() and not force:
        fail(f"{shown_name(file)} is there already; --force writes over it")
    try:
        return Picture(kind, importlib.import_module(f"spoilrec.present.plot_{'file' if file else 'terminal'}"), file)
    except ImportError as error:
        fail(f"--plot needs {error.name}: pip install 'spoilrec[plot]'")
