"""GameBench (arXiv 2406.06613): nine games of strategy between agents."""
