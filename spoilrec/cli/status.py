"""The exit statuses of every command."""

from enum import IntEnum


class Status(IntEnum):
    """0 fine, 1 findings, 2 could not run; signals as shells count them."""

    FINE = 0
    FINDINGS = 1
    COULD_NOT_RUN = 2
    INTERNAL = 70
    HUNG_UP = 129
    INTERRUPTED = 130
    TERMINATED = 143
