"""Shells and interpreters whose replies real programs gave once: git, R, PHP."""
