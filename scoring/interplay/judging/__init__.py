"""Judges: what one is, asking one, and adding up what was said."""
