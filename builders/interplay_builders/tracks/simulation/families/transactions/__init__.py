"""Databases with several sessions at once: locks, waiting, and what is rolled back."""
