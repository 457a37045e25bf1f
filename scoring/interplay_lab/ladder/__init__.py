"""Ladders: one search bot at growing budgets, a run against its levels, and the level at which a system wins half."""
