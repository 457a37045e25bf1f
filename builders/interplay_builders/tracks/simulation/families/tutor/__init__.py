"""Tutors that keep a state: fractions with a rule of mastery, and a strand of DNA."""
