"""Santorini: rules, bots and analysis."""
