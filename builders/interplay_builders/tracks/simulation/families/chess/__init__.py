"""Chess: a board kept after moves, an arbiter who answers questions on positions, and an opponent in an endgame."""
