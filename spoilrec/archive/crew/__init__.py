"""Who else works for this process: files cut into parts, given to processes or machines, put together again."""
