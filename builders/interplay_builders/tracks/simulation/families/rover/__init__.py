"""Vehicles: a rover on a grid and an ocean glider."""
