"""SimulBench's tables and figures, each from checks and from the ratings of a judge, which the paper has."""
