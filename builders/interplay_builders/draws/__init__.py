"""Draw items that no seed can make, because models write them. A new file here is a new track."""
