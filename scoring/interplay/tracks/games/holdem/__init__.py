"""No-limit Texas Hold'em for two, one hand a match, after LLMArena."""
