"""Family ``physics``: a desk for problems, and a ramp on which an experiment is changed step by step."""
