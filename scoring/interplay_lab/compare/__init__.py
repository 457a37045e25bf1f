"""Two systems or more on the same items: by how much they differ, how surely, and what more items would show."""
