"""Ask the programs for all replies and write them down.

``python -m interplay_builders.tracks.simulation.families.shells.record`` remakes ``replies.json``; it needs bash 5, git
2.39, R 4.2 and PHP 8.2. Building a release only reads the file. Only dialogues as they are written are asked for, so
wrong replies of these shells are texts and edits.
"""

import json

from interplay_builders.tracks.simulation.dialogues import enacting
from interplay_builders.tracks.simulation.families.consoles.record import computed
from interplay_builders.tracks.simulation.families.shells.program import RECORDED


def main() -> None:
    """Write the replies of all shells, in the order of the files."""
    replies: dict[str, str] = {}
    for path in enacting.files("shells"):
        replies |= computed(path)
    RECORDED.write_text(json.dumps(replies, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
