"""Made sessions: dealt, played and noted, with mistakes if they are wanted."""
