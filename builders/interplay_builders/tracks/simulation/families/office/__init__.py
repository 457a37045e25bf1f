"""A mailbox that keeps threads in order."""
