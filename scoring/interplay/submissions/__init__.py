"""Reading and writing of submissions."""
