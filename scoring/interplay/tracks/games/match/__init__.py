"""Play, referee and replay a match of any game."""
