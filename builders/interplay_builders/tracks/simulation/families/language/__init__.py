"""Family ``language``: a filter that names the languages of short texts."""
