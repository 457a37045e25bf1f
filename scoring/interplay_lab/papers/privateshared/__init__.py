"""Privateshared of clembench: scores by experiment and by round, and when slots shift."""
