"""Scaffolds: what a model is asked before its reply counts. Each file is one; it turns an ask into several."""
