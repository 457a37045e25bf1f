"""Draw items of one track: by models that write them, or by other rules than the release's. A new file is a new one."""
