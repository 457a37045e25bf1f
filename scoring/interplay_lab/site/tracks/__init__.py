"""What pages say of each track; a module has the name of its track."""
