"""Where a record meets the engine: replay, findings, checks.

The only room that knows both what a file says and what the rules say to it.
"""
