"""Many records: lines to arrays and back, and the walk that judges whole chunks of hands at once.

Only this room and `engine.batch` need NumPy; a command imports them when it has many hands before it.
"""
