"""Desks and lines that follow a written rule: refunds, and a fictional training protocol."""
