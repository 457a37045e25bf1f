"""One file a game, each defining ``ANALYSIS``: what its transcripts show beside who won."""
