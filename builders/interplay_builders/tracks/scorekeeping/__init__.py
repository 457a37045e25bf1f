"""Builds the scorekeeping track: texts in ``domains/``, one module for each step from texts to rows."""
