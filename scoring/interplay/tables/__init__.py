"""What a person or a program reads: tables, Markdown, JSON, progress."""
