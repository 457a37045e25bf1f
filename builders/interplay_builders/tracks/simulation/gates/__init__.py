"""Gates that texts pass before they are frozen: decency, near duplicates, sound checks."""
