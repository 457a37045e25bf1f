"""Arctic Scavengers for two: dig, hunt, hire, and fight for what is contested; the larger tribe wins after six rounds.

After GameBench (arXiv 2406.06613), with the rules of the published base game where its code differs. Actions are
texts such as ``dig:brawler+shovel``, ``hire:thugs:medkit``, ``keep:pills`` or ``stop``.

Options: ``rounds``, 6 or 5 (without the family of three); ``initiator_peeks``, whether the player with the initiative
sees the contested card. Both tribes, the junkyard and the contested cards are shuffled as the setup says, by ranks for
every place in every pile that can come to be shuffled.
"""

from collections.abc import Mapping, Sequence
from itertools import islice

from interplay.core.randomness import Stream
from interplay.tracks.games.arctic_scavengers import cards, text, transitions
from interplay.tracks.games.arctic_scavengers.cards import CONTESTED, DIG, DRAW, HIRE, HUNT, JUNKYARD, STARTER, TRASH
from interplay.tracks.games.arctic_scavengers.state import State, Table, Tribe, deck_sizes, dump_sizes
from interplay.tracks.games.base import Game, Prompt, TwoSeats
from interplay.tracks.games.records import Option, Setup
from interplay.tracks.games.shared.menu import Choice, MenuGame, menu_prompt, rules_text, shares
from interplay.tracks.games.shared.options import setup_of
from interplay.tracks.games.verdicts import Outcome

DEFAULTS = {"rounds": 6, "initiator_peeks": 1}
ROUNDS = (5, 6)
SIDES = ((0,), (1,))


class ArcticScavengers(TwoSeats, MenuGame[State]):
    """The rules of Arctic Scavengers for two seats, after GameBench: the larger tribe wins after six rounds.

    An action is a ``Choice``: the id of a listed action, no words. Returns are 1 for the larger tribe, 0 for the other.
    """

    name = "arctic_scavengers"
    title = "Arctic Scavengers"
    version = 2
    categories: tuple[str, ...] = ("abstract strategy", "non-deterministic", "hidden information")
    labels: tuple[str, ...] = ("abstract strategy", "chance", "hidden information")
    longest = 450
    topics = text.TOPICS

    def deal(self, seed: str, options: Mapping[str, int], profile: str) -> Setup:
        chosen = {**DEFAULTS, **options}
        if set(chosen) != set(DEFAULTS) or chosen["rounds"] not in ROUNDS or chosen["initiator_peeks"] not in (0, 1):
            raise ValueError(f"found options {dict(options)}, expected rounds (5 or 6) and initiator_peeks (0 or 1)")
        rounds = chosen["rounds"]
        return setup_of(
            self,
            seed,
            "strict",
            tuple(Option(name=name, value=value) for name, value in chosen.items()),
            initiator=(Stream(self.name, seed, "initiator").below(2),),
            junkyard=Stream(self.name, seed, "junkyard").shuffled(JUNKYARD),
            contested=Stream(self.name, seed, "contested").shuffled(CONTESTED[:rounds]),
            decks=self._ranks(seed, "decks", deck_sizes(rounds)),
            dumps=self._ranks(seed, "dumps", dump_sizes(rounds)),
        )

    def _ranks(self, seed: str, purpose: str, sizes: Sequence[int]) -> tuple[int, ...]:
        """Return an order of the places of each pile, one after another."""
        orders = [Stream(self.name, seed, f"{purpose}/{n}").shuffled(range(size)) for n, size in enumerate(sizes)]
        return tuple(rank for order in orders for rank in order)

    def start(self, setup: Setup) -> State:
        rounds, peeks = (setup.option(name, default) for name, default in DEFAULTS.items())
        junkyard, contested, initiator = map(setup.drawn, ("junkyard", "contested", "initiator"))
        if rounds not in ROUNDS or peeks not in (0, 1) or initiator not in ((0,), (1,)):
            raise ValueError(f"found rounds {rounds}, initiator_peeks {peeks}, initiator {initiator}")
        if tuple(sorted(junkyard)) != JUNKYARD or tuple(sorted(contested)) != CONTESTED[:rounds]:
            raise ValueError("the junkyard or the contested cards are not those of the game")
        table = Table(
            rounds=rounds,
            peeks=bool(peeks),
            decks=_cut(setup.drawn("decks"), deck_sizes(rounds)),
            dumps=_cut(setup.drawn("dumps"), dump_sizes(rounds)),
        )
        return transitions.next_round(State(table, (Tribe(STARTER), Tribe(STARTER)), junkyard, contested, initiator[0]))

    def to_move(self, state: State) -> tuple[int, ...]:
        return () if state.phase == "over" else (state.seat,)

    def prompt(self, state: State, seat: int) -> Prompt:
        listed = [(action, text.note(state, seat, action)) for action in self.menu(state, seat)]
        rules = rules_text(self.title, text.SUMMARY, self.topics, text.SUBSTITUTE)
        return menu_prompt(rules, text.observation(state, seat), text.INSTRUCTIONS[state.phase], listed)

    def menu(self, state: State, seat: int) -> Sequence[str]:
        """Return the ids of the actions: by kind, then number of cards, then titles in table order."""
        if state.phase == "gather":
            return gatherings(state)
        if state.phase == "keep":
            return [*(f"keep:{cards.TITLES[card]}" for card in sorted(set(state.revealed))), "keep:none"]
        return [*(transitions.responses(state) if state.phase == "respond" else transitions.hits(state)), "pass"]

    def listed(self, state: State, seat: int, action_id: str) -> bool:
        if state.phase != "gather":
            return action_id in self.menu(state, seat)
        return action_id == "stop" or (len(action_id) <= cards.LONGEST_ID and announceable(state, action_id))

    def describe(self, state: State, seat: int, action_id: str) -> str | None:
        return text.note(state, seat, action_id) or "puts the cards into the junkyard for good; you lose nobody"

    def apply(self, state: State, actions: Mapping[int, Choice]) -> State:
        action = actions[state.seat].id
        if state.phase == "gather":
            return transitions.stopped(state) if action == "stop" else transitions.announced(state, action)
        acted = {"respond": transitions.responded, "keep": transitions.kept, "skirmish": transitions.hit}
        return acted[state.phase](state, action)

    def outcome(self, state: State) -> Outcome:
        """Return 1 for the larger tribe and 0 for the other, a half each for equal ones."""
        first, second = (tribe.size for tribe in state.tribes)
        score = 0.5 if first == second else float(first > second)
        return shares("equal_tribes" if first == second else "larger_tribe", SIDES, (score, 1 - score))

    def fallback(self, state: State, seat: int) -> Sequence[Choice]:
        """Return all actions but trashing while gathering, all cards to keep, ``pass`` otherwise."""
        if state.phase in ("respond", "skirmish"):
            return [Choice("pass")]
        return [Choice(action) for action in self.menu(state, seat) if not action.startswith("trash:")]

    def show(self, state: State) -> str:
        return text.drawing(state)


def gatherings(state: State) -> list[str]:
    """Return the ids of what the gathering seat can announce, and ``stop``."""
    tribe = state.tribes[state.seat]
    ids: list[str] = []
    for act in (DRAW, DIG, HUNT):
        if not tribe.done >> act & 1 and _there(state, tribe, act):
            ids += cards.announcements(tribe.hand, act)
    if not tribe.done >> HIRE & 1:
        ids += [cards.hire_id(who, paid) for who, paid in transitions.open_hires(state, tribe)]
    if not tribe.done >> TRASH & 1:
        ids += cards.announcements(tribe.hand, TRASH)
    return [*ids, "stop"]


def announceable(state: State, action: str) -> bool:
    """Return whether the gathering seat can announce *action*, at most ``LONGEST_ID`` characters."""
    verb, colon, rest = action.partition(":")
    tribe = state.tribes[state.seat]
    if verb not in cards.ACTS or not colon or tribe.done >> cards.ACTS.index(verb) & 1:
        return False
    act = cards.ACTS.index(verb)
    if act == HIRE:
        return cards.read_hire(rest) in transitions.open_hires(state, tribe)
    played = cards.read_cards(rest)
    if played is None or not cards.holds(tribe.hand, played):
        return False
    return len(played) <= cards.MOST_TRASHED if act == TRASH else _there(state, tribe, act) and cards.fits(played, act)


def _there(state: State, tribe: Tribe, act: int) -> bool:
    return bool((tribe.reserve, state.junkyard, True)[act])


def _cut(ranks: Sequence[int], sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return the ranks of each pile; raise ``ValueError`` unless they are an order of its places."""
    places = iter(ranks)
    piles = tuple(tuple(islice(places, size)) for size in sizes)
    for pile, size in zip(piles, sizes, strict=True):
        if sorted(pile) != list(range(size)):
            raise ValueError(f"the ranks {pile} are not an order of {size} places")
    if len(ranks) != sum(sizes):
        raise ValueError(f"found {len(ranks)} ranks, expected {sum(sizes)}")
    return piles


GAME: Game[State, Choice] = ArcticScavengers()
