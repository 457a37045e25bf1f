"""Pages of the cards that programs print. A new file here is a new page of ``interplay-build page``."""
