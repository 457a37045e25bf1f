"""Worlds that a system narrates or keeps the books of: adventures, colonies, boards, races, a debate, a notebook."""
