"""Air, Land & Sea: rules, bots and analysis."""
