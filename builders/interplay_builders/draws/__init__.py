"""Draw items of one track: by models that write them, or by other rules than the release's. Each file is a command."""
