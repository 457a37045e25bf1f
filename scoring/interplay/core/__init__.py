"""What every room stands on: records, strict reading, canonical writing, releases, randomness."""
