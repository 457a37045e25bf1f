"""Santorini, a race up growing towers, after GameBench."""
