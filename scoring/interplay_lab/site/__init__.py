"""Pages that show reports, items and matches in a browser: files that need no server and no network."""
