"""Adapters to other people's harnesses; each needs an extra."""
