"""Ask the programs for all replies and write them down.

``python -m interplay_builders.tracks.simulation.families.shells.record`` remakes ``replies.json``; it needs bash 5, git
2.39, R 4.2 and PHP 8.2. Building a release only reads the file. Only dialogues as they are written are asked for, so
wrong replies of these shells are texts and edits.
"""

from interplay_builders.tracks.simulation.families.consoles.record import write
from interplay_builders.tracks.simulation.families.shells.program import RECORDED

if __name__ == "__main__":
    write("shells", RECORDED)
