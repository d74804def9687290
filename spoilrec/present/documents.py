"""A table as HTML and as LaTeX: every text is escaped, nothing is fetched from elsewhere."""

import html
from typing import Final

from spoilrec.present.counted import Answer
from spoilrec.present.visible import visible

_HEAD: Final = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
body {{ font: 1rem/1.4 sans-serif; margin: 2rem }}
table {{ border-collapse: collapse }}
th, td {{ border-bottom: 1px solid #bbb; padding: .2rem .6rem; text-align: right }}
caption {{ font-weight: bold; text-align: left }}
.text {{ text-align: left }}
</style>
</head>
<body>
"""
_LATEX: Final = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_", "%": r"\%",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}", "`": r"\textasciigrave{}", "'": r"\textquotesingle{}", "-": "{-}",
    "[": "{[}", "]": "{]}", "*": "{*}",
}  # fmt: skip


def as_html(answer: Answer) -> str:
    """Write a page that needs nothing else."""
    texts = len(answer.by)
    lines = [
        _HEAD.format(title=_html(answer.title)) + "<table>",
        f"<caption>{_html(answer.title)}</caption>",
        "<thead>",
    ]
    lines += [_html_row(answer.heads(), "th", texts), "</thead>", "<tbody>"]
    lines += [_html_row(cells, "td", texts) for cells in answer.cells()]
    lines += ["</tbody>", "</table>", *(f"<p>{_html(note)}</p>" for note in answer.told()), "</body>", "</html>"]
    return "\n".join(lines) + "\n"


def _html(text: str) -> str:
    return html.escape(visible(text), quote=True)


def _html_row(cells: list[str], tag: str, texts: int) -> str:
    texted = ' class="text"'
    shown = (f"<{tag}{texted if nth < texts else ''}>{_html(cell)}</{tag}>" for nth, cell in enumerate(cells))
    return f"<tr>{''.join(shown)}</tr>"


def latex(text: str) -> str:
    """Make a text safe in LaTeX."""
    return "".join(_LATEX.get(char, char) for char in visible(text))


def as_latex(answer: Answer) -> str:
    """Write a `table` with a caption; it needs no package but `textcomp` on old systems."""
    layout = "l" * len(answer.by) + "r" * (len(answer.heads()) - len(answer.by))
    lines = [r"\begin{table}", rf"\caption{{{latex(answer.title)}}}", rf"\begin{{tabular}}{{{layout}}}", r"\hline"]
    lines += [_latex_row(answer.heads()), r"\hline", *map(_latex_row, answer.cells()), r"\hline", r"\end{tabular}"]
    lines += [*(rf"\par\small {latex(note)}" for note in answer.told()), r"\end{table}"]
    return "\n".join(lines) + "\n"


def _latex_row(cells: list[str]) -> str:
    return " & ".join(map(latex, cells)) + r" \\"
