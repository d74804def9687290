"""The file: lines, tokens, reading and writing. Knows nothing of the games beyond the names of cards."""
