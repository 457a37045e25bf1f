"""Interactive stories with rules and a state."""
