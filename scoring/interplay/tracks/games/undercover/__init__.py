"""Undercover, clues and votes around a secret word, for five seats, after LLMArena."""
