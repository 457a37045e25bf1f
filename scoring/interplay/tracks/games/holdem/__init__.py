"""Texas Hold'em: rules, bots and analysis."""
