"""The command line: a verb a file, found by its name and imported only when it is used."""
