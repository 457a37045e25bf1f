"""Stores with a state: databases, to-do lists and reducers."""
