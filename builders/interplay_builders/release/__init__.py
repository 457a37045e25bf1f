"""Compose, freeze, check and compare dataset directories."""
