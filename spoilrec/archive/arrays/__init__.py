"""Lines as arrays: what is plain is judged whole chunks at once, everything else is given to the walk."""
