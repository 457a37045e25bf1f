"""The families, a module each, found by name."""
