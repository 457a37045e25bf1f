"""Hanabi, small: a team of two with two colors and hands of two cards, after LLMArena."""
