"""Bargain: rules, bots and analysis."""
