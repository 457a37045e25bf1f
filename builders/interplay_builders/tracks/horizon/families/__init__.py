"""Kinds of sessions, one module each with a TOML file of its texts beside it."""
