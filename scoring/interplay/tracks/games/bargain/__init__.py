"""Bargain, the split of hats, balls and apples by talk and proposals, after LLMArena."""
