"""Boards: noughts and crosses with a book-keeper and an opponent; gomoku drawn, on a score sheet and as opponent."""
