"""The votes of the positions track: known roles, answers that can be reasoned out, nothing that a guesser could use."""

from collections import Counter
from functools import cache

import pytest

from interplay.core.randomness import Stream
from interplay.tracks.games.undercover.bank import bank, entries
from interplay.tracks.games.undercover.rules import GAME, State
from interplay.tracks.games.undercover.words import PAIRS
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions.undercover import positions


@cache
def built() -> tuple[Position, ...]:
    return tuple(positions("tests", "canary"))


def reached(position: Position) -> State:
    state = GAME.start(position.setup)
    for actions in position.played:
        decoded = [GAME.decode(action) for action in actions]
        state = GAME.apply(state, dict(zip(GAME.to_move(state), decoded, strict=True)))
    return state


def test_there_are_enough_positions_and_they_depend_on_the_seed_only() -> None:
    assert len(built()) == 60
    assert built() == tuple(positions("tests", "canary"))
    assert built() != tuple(positions("other", "canary"))
    assert len({position.messages for position in built()}) == 60
    assert [position.item_id for position in built()] == [f"undercover/{number:04d}" for number in range(60)]


def test_seats_words_and_difficulties_are_balanced() -> None:
    assert set(Counter(p.setup.drawn("undercover")[0] for p in built()).values()) == {12}
    assert set(Counter(p.seat for p in built()).values()) == {12}
    assert set(Counter((p.setup.drawn("undercover")[0], p.seat) for p in built()).values()) == {3}
    assert Counter(p.tags[1] for p in built()) == {"clear": 20, "vague": 20, "omission": 20}
    odd = Counter(p.setup.texts("words")[1] for p in built())
    assert set(odd) <= {word for pair in PAIRS if not pair.reserved for word in pair.words}
    assert set(odd.values()) == {1}


def test_one_legal_vote_is_right_and_it_is_not_the_voters_own() -> None:
    for position in built():
        right = [action.action for action in position.values if action.value == 1]
        assert right == [f"vote:player_{position.setup.drawn('undercover')[0]}"]
        assert sum(action.value for action in position.values) == 1
        assert f"player_{position.seat}" not in right[0]
        assert len(position.values) == (3 if "round-2" in position.tags else 4)


def test_the_clues_written_in_the_bank_prove_the_label() -> None:
    """Recompute who is odd from the raw bank alone, by what each clue on show fits."""
    for position in built():
        state = reached(position)
        own = state.word(position.seat)
        entry = next(entry for entry in entries().values() if own in entry.words)
        mine, theirs = entry.clues.first, entry.clues.second
        if own == entry.words[1]:
            mine, theirs = theirs, mine
        kinds = {
            seat: "theirs"
            if clue in theirs
            else "mine"
            if clue in mine
            else "both"
            if clue in entry.clues.both
            else "?"
            for seat, clue in zip(state.seats, state.clues, strict=True)
            if seat != position.seat
        }
        assert "?" not in kinds.values()
        wrong = [seat for seat, kind in kinds.items() if kind == "theirs"]
        vague = [seat for seat, kind in kinds.items() if kind == "both"]
        cleared = sum(kind == "mine" for kind in kinds.values())
        if "omission" in position.tags:
            assert not wrong
            assert cleared == 2
            found = vague
        else:
            assert cleared == (2 if "clear" in position.tags else 0)
            found = wrong
        assert found == [position.setup.drawn("undercover")[0]]


def test_nothing_shown_names_the_other_word_or_the_roles() -> None:
    for position in built():
        own = reached(position).word(position.seat)
        (message,) = position.messages
        observation = message.content.split("You are player_")[-1]
        assert f"Your secret word is: {own}\n" in observation
        assert bank().about(own).other not in observation.split("\n\n")[0].split()
        assert "undercover" not in observation


@pytest.mark.parametrize("bot", ["majority", "detective"])
def test_difficulty_orders_what_the_bots_get_right(bot: str) -> None:
    from interplay.tracks.games import catalogue

    player, right = catalogue.bots_of("undercover")[bot], Counter[str]()
    for position in built():
        state = reached(position)
        text = player.move(GAME, state, position.seat, Stream("tests", position.item_id, bot))
        right[position.tags[1]] += GAME.parse(state, position.seat, text) == state.table.undercover
    if bot == "detective":
        assert right == {"clear": 20, "vague": 20, "omission": 20}
    else:
        assert right["clear"] > 16
        assert right["vague"] > 16
        assert right["omission"] < 13
