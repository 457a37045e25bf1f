"""A chat room in which not everybody sees everything."""
