"""Real terminals, databases and interpreters that answer the requests of the console tasks at authoring time."""
