"""Pages on which people rate replies and play the tracks themselves."""
