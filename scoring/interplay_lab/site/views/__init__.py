"""The values of the pages' templates, one module for each kind of page."""
