"""What judgments add up to, and judges asked through a batch service."""
