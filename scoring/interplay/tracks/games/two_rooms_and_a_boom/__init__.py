"""Two Rooms and a Boom, hidden teams that talk in pairs and exchange hostages, for six seats, after GameBench."""
