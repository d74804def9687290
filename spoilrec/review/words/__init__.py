"""Sentences for card players, shared by all that speak."""
