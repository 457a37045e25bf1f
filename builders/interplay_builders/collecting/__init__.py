"""Collect dialogues between a user agent and a simulator, and extract scripts at challenging turns."""
