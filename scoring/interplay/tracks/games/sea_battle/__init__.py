"""Sea Battle: rules, bots and analysis."""
