"""Score submissions: grade, add up, bound."""
