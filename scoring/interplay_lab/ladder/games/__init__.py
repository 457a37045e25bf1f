"""The ladders, one file a game."""
