"""Builds the positions track: one file a game, each with ``positions(seed, canary)``."""
