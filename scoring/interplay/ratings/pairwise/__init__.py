"""Bradley-Terry: fits, a bootstrap over cells, intervals, tables."""
