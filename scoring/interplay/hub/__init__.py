"""The Hub's room: releases that are opened from a repository of datasets, and what it is said to refuse."""
