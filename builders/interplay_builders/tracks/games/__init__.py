"""Builds the games track: setups dealt once, every side of each played against bots of three strengths."""
