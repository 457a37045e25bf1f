"""Hanabi, small: rules, bots and analysis."""
