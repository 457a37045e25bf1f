"""Tests of what library users call."""
