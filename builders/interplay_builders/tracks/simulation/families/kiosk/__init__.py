"""A ticket machine that answers in four languages."""
