"""The games: cards, their order, house rules, presets and scoring.

Knows nothing of files, records or the terminal.
"""
