"""``python -m interplay`` is ``interplay``."""

from interplay.cli.main import main

main()
