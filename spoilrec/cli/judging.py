"""What `--rules` says, for every command that judges."""

from typing import TYPE_CHECKING

from spoilrec.cli.streams import fail

if TYPE_CHECKING:
    from spoilrec.review.setting import Rules

RULES_HELP = "Judge by these rules instead of the record's: PRESET or PRESET,option=value,..."


def rules_of(text: str | None, option: str = "--rules: ") -> "Rules | None":
    """Understand rules as typed; what cannot be understood ends the command with the nearest right word.

    `option` begins that message: empty where rules are no option of the command.
    """
    if text is None:
        return None
    from spoilrec.review.codes import code_named
    from spoilrec.review.rulebook import parse_choice, understand

    rules, faults = understand(parse_choice(text))
    if rules is None:
        sentences = []
        for fault in faults:
            code = code_named(fault.code)
            values = f" It can be: {fault.facts['values']}." if "values" in fault.facts else ""
            sentences.append(code.sentence.format_map(fault.facts) + values if code else fault.code)
        fail(option + " ".join(sentences))
    return rules
