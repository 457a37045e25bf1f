"""Published numbers computed again from published data, one module a source."""
