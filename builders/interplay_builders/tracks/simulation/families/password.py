"""Family ``password``: a mint for passwords, and a console whose policy for passphrases changes."""

from collections.abc import Iterator

from interplay_builders.tracks.simulation.desks import passphrases, passwords
from interplay_builders.tracks.simulation.desks.assembling import assembled
from interplay_builders.tracks.simulation.sessions import Session


def sessions(seed: str) -> Iterator[Session]:
    """Yield the dialogues; they are written by hand, so the seed changes nothing."""
    del seed
    yield from assembled("password-mint", passwords.Order, passwords.engine)
    yield from assembled("passphrase-console", passphrases.Change, passphrases.engine)
