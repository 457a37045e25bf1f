"""The split ``hard``: scripts that programs make from a seed and a level of difficulty, and that programs grade."""
