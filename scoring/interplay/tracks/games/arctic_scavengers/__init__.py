"""Arctic Scavengers for two, a deck-building card game of hunting, hiring and skirmishes, after GameBench."""
