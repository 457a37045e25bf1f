"""Minesweeper: mines that nobody sees, and squares that are called."""

from interplay.core.randomness import Stream
from interplay.tracks.simulation.records import Host, Probe
from interplay_builders.tracks.simulation.hard import boards
from interplay_builders.tracks.simulation.hard.base import DRAWN, HostFamily, game
from interplay_builders.tracks.simulation.hard.words import Speaker, task_of, texts_of

SIZES = {1: (5, 4, 20), 2: (7, 9, 26), 3: (8, 13, 34), 4: (9, 18, 40)}
"""Level -> size of the board, mines (one more or less), and squares that are called."""
TEXTS = texts_of(__file__)
TASK = task_of(TEXTS, "minesweeper-host", "minefield")


def draw(stream: Stream, level: int) -> tuple[Host, list[str]]:
    """Return a game; the first squares lie all over the field, so that no corner of it stays out of sight."""
    size, mines, asked = SIZES[level]
    marked, speaker = mines + stream.below(3) - 1, Speaker(TEXTS, stream)
    cells = boards.cells(size)
    column, row = stream.below(2), stream.below(2)
    order = sorted(stream.shuffled(cells), key=lambda cell: (cell[0] % 3, cell[1] % 3) != (column + 1, row + 1))
    secret, *others = (boards.drawn(stream.sample(cells, marked), size) for _ in range(DRAWN))
    host = game(
        TASK,
        speaker.phrase("setup", size=size, last=boards.name((size - 1, size - 1)), marked=marked),
        tuple(_square(cell, size, speaker) for cell in order),
        asked=asked,
        demand=speaker.phrase("demand", size=size),
        reference=secret,
        marked=marked,
        answers=tuple(map(str, range(9))),
        marked_answer=("mine",),
        size=size,
    )
    return host, others


def _square(cell: boards.Cell, size: int, speaker: Speaker) -> Probe:
    name, around = boards.name(cell), tuple(map(boards.name, boards.around(cell, size)))
    return Probe(key=name, text=speaker.phrase("square", cell=name), cells=around, near=around)


HOST = HostFamily(TASK, draw)
