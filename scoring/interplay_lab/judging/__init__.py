"""Judges asked through a batch service."""
