"""Builds the simulation track: tasks, dialogues from reference simulators or written by hand, scripts cut from them."""
