"""What the pages say: one file for each kind of page, which makes plain values for its template."""
