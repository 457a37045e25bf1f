"""Search servers: an index, queries, scores and pages."""
