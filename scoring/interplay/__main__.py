"""``python -m interplay`` is ``interplay``."""

from interplay.cli import main

main()
