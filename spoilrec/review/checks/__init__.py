"""One file a theme; each check is a generator: a case in, findings out. No check changes anything."""
