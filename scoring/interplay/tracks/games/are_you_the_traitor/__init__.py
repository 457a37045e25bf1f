"""Are You the Traitor: rules, bots and analysis."""
