"""Arctic Scavengers: rules, bots and analysis."""
