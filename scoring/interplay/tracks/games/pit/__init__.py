"""Pit, the trade of cards unseen until somebody corners a commodity, for four seats, after GameBench."""
