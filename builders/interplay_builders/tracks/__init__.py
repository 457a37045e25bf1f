"""What makes the items of each track, one folder a track."""
