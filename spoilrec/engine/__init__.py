"""Plays one hand: what lies on the table, what is lawful now, and why something is not.

Stands on `rules`; knows nothing of files, records or sessions.
"""
