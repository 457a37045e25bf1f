"""Pit: rules, bots and analysis."""
