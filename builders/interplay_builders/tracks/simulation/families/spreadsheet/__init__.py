"""Spreadsheets: an empty one shown as a Markdown table, and a quotation shown as comma-separated lines."""
