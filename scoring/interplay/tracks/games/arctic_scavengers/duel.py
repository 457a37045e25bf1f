"""Skirmishes of Arctic Scavengers with both hands known, played out to the end."""

from functools import lru_cache

from interplay.tracks.games.arctic_scavengers import cards
from interplay.tracks.games.arctic_scavengers.cards import Cards
from interplay.tracks.games.arctic_scavengers.transitions import winner

Hands = tuple[Cards, Cards]
Uses = tuple[int, int]
"""Snipers and saboteurs that can still be used."""


def fight(mine: Cards, other: Cards, *, first: bool) -> int:
    """Return 2 for a skirmish that is won, 1 for a full tie, 0 for one that is lost, when both play well.

    *first* says whether this hand's snipers and saboteurs are used before the other's.
    """
    if cards.SNIPERS in mine or cards.SABOTEUR in mine or cards.SNIPERS in other or cards.SABOTEUR in other:
        seat, hand = (0, mine) if first else (1, other)
        return rank(duel((mine, other), seat, uses(hand), seat), 0)
    return rank(winner((mine, other)), 0)


def rank(won: int, seat: int) -> int:
    """Return 2 where *won* is *seat*, 1 where it is nobody (-1), 0 for the other."""
    return 1 if won < 0 else 2 * (won == seat)


def uses(hand: Cards) -> Uses:
    """Return how many snipers and saboteurs there are."""
    return hand.count(cards.SNIPERS), hand.count(cards.SABOTEUR)


@lru_cache(maxsize=16384)
def duel(hands: Hands, seat: int, left: Uses, first: int) -> int:
    """Return who wins (-1: nobody) when *seat* is to use snipers and saboteurs; those of *first* are used first."""
    best = passed(hands, seat, first)
    for _, after, rest in shots(hands, seat, left):
        if best == seat:
            break
        best = max(best, duel(after, seat, rest, first), key=lambda won: rank(won, seat))
    return best


def ends(hands: Hands, seat: int, left: Uses, first: int) -> dict[str, int]:
    """Return who wins after each action of *seat*, ``pass`` first, when both play well from there."""
    hits = {action: duel(after, seat, rest, first) for action, after, rest in shots(hands, seat, left)}
    return {"pass": passed(hands, seat, first), **hits}


def passed(hands: Hands, seat: int, first: int) -> int:
    """Return who wins when *seat* uses nothing more."""
    if seat != first:
        return winner(hands)
    return duel(hands, 1 - seat, uses(hands[1 - seat]), first)


def shots(hands: Hands, seat: int, left: Uses) -> list[tuple[str, Hands, Uses]]:
    """Return the id of each hit of *seat*, the hands after it, and the uses that remain."""
    hits = []
    snipers, saboteurs = left
    target = hands[1 - seat]
    for card in sorted(set(target)):
        if snipers and (cards.PERSON[card] or cards.LEADER[card]):
            verb, rest = "snipe", (snipers - 1, saboteurs)
        elif saboteurs and cards.TOOL[card]:
            verb, rest = "sabotage", (snipers, saboteurs - 1)
        else:
            continue
        hand = cards.without(target, (card,))
        hits.append((f"{verb}:{cards.TITLES[card]}", (hand, hands[1]) if seat else (hands[0], hand), rest))
    return hits
