"""The tables and figures of the papers behind the tracks, made from submissions: one folder a paper."""
