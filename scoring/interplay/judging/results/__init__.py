"""Read judgments and add them up."""
