"""Desks: chemistry, physics, passwords, expressions, pictures, diagrams, names and languages, and their engines."""
