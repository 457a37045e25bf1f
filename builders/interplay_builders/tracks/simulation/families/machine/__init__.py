"""A register machine with a tiny language."""
