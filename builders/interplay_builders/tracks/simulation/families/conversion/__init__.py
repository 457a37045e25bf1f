"""Number bases, Roman numerals and units."""
