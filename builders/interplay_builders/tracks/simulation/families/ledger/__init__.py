"""Ledgers: shared expenses, a portfolio, a warehouse and a bank."""

from collections.abc import Iterator
from pathlib import Path

from interplay_builders.tracks.simulation.families._enacted import enact
from interplay_builders.tracks.simulation.families.ledger.bank import Bank
from interplay_builders.tracks.simulation.families.ledger.expenses import Flat
from interplay_builders.tracks.simulation.families.ledger.portfolio import Portfolio
from interplay_builders.tracks.simulation.families.ledger.warehouse import Warehouse
from interplay_builders.tracks.simulation.sessions import Session


def sessions(_seed: str) -> Iterator[Session]:
    """Yield the dialogues of all ledgers, which are written by hand."""
    here = Path(__file__).parent
    yield from enact(here / "expenses.toml", Flat)
    yield from enact(here / "portfolio.toml", Portfolio)
    yield from enact(here / "warehouse.toml", Warehouse)
    yield from enact(here / "bank.toml", Bank)
