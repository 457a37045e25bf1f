"""Connect Four: rules, bots and analysis."""
