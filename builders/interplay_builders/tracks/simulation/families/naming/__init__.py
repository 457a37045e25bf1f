"""Family ``naming``: a scout for domain names, and a scribe for commit messages."""
