"""Many records: judged whole chunks at once, put into tables, counted, shared out, made.

Only this room and `engine.batch` need NumPy; a command imports them when it has many hands before it.
"""
