"""Terminals, databases and interpreters: every true reply is what a real bash, SQLite, CPython or Node.js printed."""
