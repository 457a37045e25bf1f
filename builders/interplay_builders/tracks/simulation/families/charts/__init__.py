"""Charts drawn in characters."""
