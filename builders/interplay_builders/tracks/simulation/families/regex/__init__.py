"""Family ``regex``: a writer of patterns for form fields, and one of extraction rules for log lines."""
