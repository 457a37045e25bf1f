"""Bradley-Terry: fits, intervals, ranks, tables."""
