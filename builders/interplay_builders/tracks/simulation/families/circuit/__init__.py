"""Quantum circuits: a register that prints its state, and a bench that measures."""
