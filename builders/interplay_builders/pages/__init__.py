"""Pages of the cards that programs print."""
