"""The file: lines, tokens, reading and writing. Knows nothing of the games beyond the names of cards."""

from typing import Final

FORMAT_VERSION: Final = 1
"""The version of the format that is written, and the only one that is judged."""
