"""What scored submissions show beside their scores."""
