"""Ask the consoles for all replies and write them down.

``python -m interplay_builders.tracks.simulation.families.consoles.record`` remakes ``replies.json``; it needs unshare
(util-linux), bash 5 with GNU tools, SQLite 3.40 or later and Node.js 20 or later. Building a release only reads the
file. Only dialogues as they are written are asked for, so wrong replies of consoles are texts and edits.
"""

import json
from pathlib import Path

from interplay.core.errors import RecordError
from interplay_builders.tracks.simulation.dialogues import enacting, engines
from interplay_builders.tracks.simulation.dialogues.text import read
from interplay_builders.tracks.simulation.families.consoles.console import RECORDED, Console


def console_of(path: Path) -> Console:
    """Return the console of a file of dialogues, freshly set up."""
    text = read(path)
    console = engines.ready(engines.named(path.parent, text.engine or ""), text.setup)()
    if not isinstance(console, Console):
        raise RecordError(f"{path.name}: found the engine {text.engine!r}, expected a console")
    return console


def computed(path: Path) -> dict[str, str]:
    """Return the replies of the program behind a file, which is restarted for each dialogue, by their keys."""
    console, outputs = console_of(path), dict[str, str]()
    for dialogue in read(path).session:
        requests = ["\n".join(turn.asked) for turn in dialogue.turn]
        for number, printed in enumerate(console.run(requests), 1):
            outputs[console.key(requests[:number])] = printed
    return outputs


def write(folder: str, recorded: Path) -> None:
    """Write the replies of all consoles of a family's *folder*, in the order of the files."""
    replies: dict[str, str] = {}
    for path in enacting.files(folder):
        replies |= computed(path)
    recorded.write_text(json.dumps(replies, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write("consoles", RECORDED)
