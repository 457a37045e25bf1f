"""What ``import interplay`` offers: the verbs of the command line, and what a user needs to evaluate a function."""
