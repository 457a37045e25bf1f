"""Compilers and checkers of small languages."""
