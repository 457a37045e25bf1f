"""TicTacToe, after LLMArena."""
