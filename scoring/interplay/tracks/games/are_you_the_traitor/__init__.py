"""Are You the Traitor, a game of talk and accusation for five seats, after GameBench."""
