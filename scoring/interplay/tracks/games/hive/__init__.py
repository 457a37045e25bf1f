"""Hive: rules, bots and analysis."""
