"""Items as measurements: difficulty, discrimination, and the reliability of their sum."""
