"""Hosts of parlour games: a code that is to be broken, and a field of mines."""
