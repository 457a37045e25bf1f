"""Family ``chemistry``: a machine that balances equations, and a beaker on a bench."""
