"""Systems and scaffolds beyond servers and bots: a model in this process, a person, and planning by tree search."""
