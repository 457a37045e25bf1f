"""Undercover: rules, bots and analysis."""
