"""One module a source of outside data; each holds a click command named ``command``."""
