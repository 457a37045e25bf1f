"""One file a game, named like the game, each defining ``GAME``."""
