"""Builders of the Interplay release: draw, check, freeze, compare, import."""
