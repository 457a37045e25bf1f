"""What draws the sessions of the horizon track; ``families`` says how to add one of their kinds."""
