"""Codenames: rules, bots and analysis."""
