"""Cipher machines and cipher offices with classical methods."""
