"""Adapters to other packages, an extra each: nothing here is imported until it is used."""
