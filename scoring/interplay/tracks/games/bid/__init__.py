"""Bid: rules, bots and analysis."""
