"""Ask a judge: questions in flight, a cache, a budget."""
