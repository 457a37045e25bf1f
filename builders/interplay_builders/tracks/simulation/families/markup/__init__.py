"""Family ``markup``: pictures in SVG, diagrams in DOT."""
