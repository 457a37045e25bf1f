"""Navigators: a network of roads that changes, and a town map whose closures hold for one request."""
