"""Bid, a sealed-bid auction for two, after LLMArena."""
