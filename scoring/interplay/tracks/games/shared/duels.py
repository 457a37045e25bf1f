"""What the games of two single seats share."""

from interplay.tracks.games.records import Setup


class TwoSeats:
    """Two sides of one seat each, named after the order in which they begin."""

    seats = 2

    def sides(self, setup: Setup) -> tuple[tuple[str, tuple[int, ...]], ...]:  # noqa: ARG002  the interface's signature
        return (("first", (0,)), ("second", (1,)))
