"""The tables `hands`, `seats` and `plays`: their rows from hands and from arrays, and the database that holds them."""
