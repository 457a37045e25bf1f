"""What is measured: one folder a track, found by its name."""
