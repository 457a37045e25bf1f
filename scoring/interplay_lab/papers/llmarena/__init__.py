"""LLMArena (arXiv 2402.16499): seven games between language models."""
