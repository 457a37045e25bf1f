"""Encoders, escaping, check digits and packing."""
