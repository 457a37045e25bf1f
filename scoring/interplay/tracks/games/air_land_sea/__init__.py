"""Air, Land & Sea, a duel with 18 cards over three theaters, after GameBench."""
