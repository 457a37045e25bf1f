"""TrueSkill over many orders of the same matches."""
