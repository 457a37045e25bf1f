"""``python -m interplay_builders`` is ``interplay-build``."""

from interplay_builders.cli import main

main()
