"""Sea Battle, three ships against three among rocks, after GameBench."""
