"""What each card was worth: marks from exact values, and their words."""
