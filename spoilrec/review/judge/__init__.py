"""Disputes: the verdict on a place, what proves it, what other rules say, what it costs."""
