"""Battleships: a fleet that nobody sees, and shots at it."""

from interplay.core.randomness import Stream
from interplay.tracks.simulation.records import Host, Probe
from interplay_builders.tracks.simulation.hard import boards
from interplay_builders.tracks.simulation.hard.base import DRAWN, HostFamily, game
from interplay_builders.tracks.simulation.hard.words import Speaker, listed, task_of, texts_of

SIZES = {
    1: (6, ((3, 2, 2), (4, 2), (3, 3)), 20),
    2: (7, ((4, 3, 3, 2, 2, 2), (4, 4, 3, 2, 2), (5, 3, 3, 2, 2)), 28),
    3: (8, ((5, 4, 4, 3, 3, 2, 2), (6, 4, 3, 3, 3, 2, 2), (5, 5, 4, 3, 2, 2, 2)), 38),
    4: (8, ((5, 4, 4, 3, 3, 2, 2, 2), (6, 4, 4, 3, 3, 2, 2, 2)), 40),
}
"""Level -> size of the board, fleets, and shots."""
NUMBERS = ("no", "one", "two", "three")
TEXTS = texts_of(__file__)
TASK = task_of(TEXTS, "battleships-host", "fleet")


def draw(stream: Stream, level: int) -> tuple[Host, list[str]]:
    """Return a game; the first shots leave no room for the longest ship, so that missing for ever is no way out."""
    size, fleets, asked = SIZES[level]
    fleet, speaker = stream.choice(fleets), Speaker(TEXTS, stream)
    cells, offset = stream.shuffled(boards.cells(size)), stream.below(fleet[0])
    order = sorted(cells, key=lambda cell: (cell[0] + cell[1] + offset) % fleet[0] > 0)
    secret, *others = (boards.drawn(boards.fleet(size, fleet, stream), size) for _ in range(DRAWN))
    counts = [f"{NUMBERS[fleet.count(length)]} of length {length}" for length in sorted({*fleet}, reverse=True)]
    host = game(
        TASK,
        speaker.phrase("setup", size=size, last=boards.name((size - 1, size - 1)), ships=listed(counts)),
        tuple(_shot(cell, size, speaker) for cell in order),
        asked=asked,
        demand=speaker.phrase("demand", size=size),
        reference=secret,
        marked=sum(fleet),
        answers=("miss", "hit"),
        size=size,
        groups=fleet,
    )
    return host, others


def _shot(cell: boards.Cell, size: int, speaker: Speaker) -> Probe:
    """Return a shot; after a hit the next ones lie beside it."""
    name = boards.name(cell)
    beside = (other for other in boards.around(cell, size) if other[0] == cell[0] or other[1] == cell[1])
    return Probe(key=name, text=speaker.phrase("shot", cell=name), cells=(name,), near=tuple(map(boards.name, beside)))


HOST = HostFamily(TASK, draw)
