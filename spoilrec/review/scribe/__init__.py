"""Taking a session down: what was typed, what it means, what is asked next."""
