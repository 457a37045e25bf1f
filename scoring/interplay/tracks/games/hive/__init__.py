"""Hive without beetles, after GameBench."""
