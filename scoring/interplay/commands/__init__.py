"""The verbs of the command line. A new file here is a new verb."""
