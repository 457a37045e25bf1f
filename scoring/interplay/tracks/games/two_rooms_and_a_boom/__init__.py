"""Two Rooms and a Boom: rules, bots and analysis."""
