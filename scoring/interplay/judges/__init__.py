"""Judges: a rubric in a TOML file each, how their prompts are filled, and how their verdicts are read."""
