"""Ledgers: shared expenses, a portfolio, a warehouse and a bank."""
