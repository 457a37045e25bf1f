"""Codenames, clues of one word for words on a board, in two teams of two, after GameBench."""
