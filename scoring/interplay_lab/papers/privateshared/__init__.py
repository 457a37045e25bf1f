"""What the document of clembench's privateshared asks for: scores by experiment and by round, and where slots shift."""
