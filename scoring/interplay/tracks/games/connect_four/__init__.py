"""Connect Four, after LLMArena."""
