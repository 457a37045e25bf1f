"""Builds the company track: ``knowledge`` decides who believes what, ``draw`` makes dialogues, ``probes`` asks."""
