"""Who sits where in the items of the games track, for games that do not simply exchange sides."""
