"""Publish dataset directories on the Hugging Face Hub."""
