"""Hold'em: every case and invariant of its specification, and other engines beside it."""

import itertools
from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from interplay.core.errors import IllegalMove, MoveError, UnparsableMove
from interplay.core.randomness import Stream
from interplay.tracks.games.holdem.equity import Equity, before_flop, exact
from interplay.tracks.games.holdem.hands import STRENGTHS, canonical, cards_of, category, value, words
from interplay.tracks.games.holdem.rules import GAME
from interplay.tracks.games.holdem.table import (
    ALL_IN,
    CHECK_CALL,
    FOLD,
    LABELS,
    NAMES,
    RAISE_FULL,
    RAISE_HALF,
    State,
    prices,
)
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.records import Draw, Option, Setup
from tests.games import matches
from tests.games.holdem.oracles import against_openspiel, against_rlcard

RANDOM_HANDS = 300


def dealt(cards: str = "AsKsAdKd2c7h9cJh3s", dealer: int = 1, profile: str = "strict", **options: int) -> State:
    setup = GAME.deal("any", options, profile)
    draws = (Draw(name="button", values=(dealer,)), Draw(name="cards", values=cards_of(cards)))
    return GAME.start(replace(setup, draws=draws))


def after(state: State, actions: Iterable[int]) -> State:
    for action in actions:
        assert prices(state)[action] is not None
        state = GAME.apply(state, {state.seat: action})
    return state


def best_of_21(cards: Iterable[int]) -> tuple[int, list[int]]:
    """Return a sortable value by the textbook: the best of all choices of five."""
    return max(map(five, itertools.combinations(cards, 5)))


def five(cards: tuple[int, ...]) -> tuple[int, list[int]]:
    ranks = sorted((STRENGTHS[card] for card in cards), reverse=True)
    counts = Counter(ranks)
    order = sorted(ranks, key=lambda rank: (-counts[rank], -rank))
    flush = len({card // 13 for card in cards}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        ranks = order = [3, 2, 1, 0, -1]
    straight = len(counts) == 5 and ranks[0] - ranks[4] == 4
    shape = tuple(sorted(counts.values(), reverse=True))
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}
    kind = 8 if straight and flush else 5 if flush else 4 if straight else kinds[shape]
    return kind, order


# Setup


def test_streams_give_the_vectors_of_the_specification() -> None:
    assert Stream("holdem", 0, "button", prefix="llmarena-v1").below(2) == 1
    deck = Stream("holdem", 0, "deck", prefix="llmarena-v1").shuffled(range(52))
    assert " ".join(map(canonical, deck[:6])) == "Th 2h Qs 9h 6d Qd"


def test_a_deal_takes_the_top_of_the_shuffled_deck() -> None:
    setup = GAME.deal("7", {}, "strict")
    assert setup.drawn("cards") == tuple(Stream("holdem", "7", "deck").shuffled(range(52))[:9])
    assert setup.drawn("button") == (Stream("holdem", "7", "button").below(2),)
    state = GAME.start(setup)
    assert state.hand.hole(0) + state.hand.hole(1) == tuple(setup.drawn("cards")[i] for i in (0, 2, 1, 3))


def test_cards_read_as_the_prompt_and_the_record_write_them() -> None:
    assert [words(card) for card in cards_of("AsTd2h")] == ["Spades A", "Diamonds 10", "Hearts 2"]
    assert [canonical(card) for card in range(52)] == [rank + suit for suit in "shdc" for rank in "A23456789TJQK"]
    with pytest.raises(ValueError, match="no series of cards"):
        cards_of("As2")


@pytest.mark.parametrize(
    ("draws", "rules", "message"),
    [
        ({"cards": (1, 2, 3), "button": (0,)}, 0, "not nine different"),
        ({"cards": (1, 1, 2, 3, 4, 5, 6, 7, 8), "button": (0,)}, 0, "not nine different"),
        ({"cards": (1, 52, 2, 3, 4, 5, 6, 7, 8), "button": (0,)}, 0, "not nine different"),
        ({"cards": tuple(range(9)), "button": (2,)}, 0, "not one seat"),
        ({"cards": tuple(range(9)), "button": ()}, 0, "not one seat"),
        ({"cards": tuple(range(9)), "button": (0,)}, 2, "option rules is 2"),
        ({"button": (0,)}, 0, "needs the draw 'cards'"),
    ],
)
def test_a_setup_that_cannot_have_been_dealt_is_refused(
    draws: dict[str, tuple[int, ...]], rules: int, message: str
) -> None:
    held = tuple(Draw(name=name, values=values) for name, values in draws.items())
    option = Option(name="rules", value=rules)
    broken: Setup = replace(GAME.deal("any", {}, "strict"), draws=held, options=(option,))
    with pytest.raises(ValueError, match=message):
        GAME.start(broken)


# Betting


def test_the_hand_starts_with_blinds_and_four_actions() -> None:
    state = dealt(dealer=1)
    assert GAME.to_move(state) == (0,)
    assert state.put == (1, 2)
    assert GAME.legal(state, 0) == [FOLD, CHECK_CALL, RAISE_FULL, ALL_IN]


def test_full_pot_raises_take_the_call_out_of_the_pot() -> None:
    state = dealt()
    seen = []
    for _ in range(4):
        state = after(state, [RAISE_FULL])
        seen.append(state.put)
    assert seen == [(4, 2), (4, 8), (16, 8), (16, 32)]


def test_the_big_blind_keeps_the_option_and_the_same_seat_starts_the_flop() -> None:
    called = after(dealt(), [CHECK_CALL])
    assert (called.street, called.seat) == (0, 1)
    flop = after(called, [CHECK_CALL])
    assert (flop.street, flop.seat, sum(flop.put), len(flop.board)) == (1, 0, 4, 3)
    assert prices(flop) == (0, 0, 2, 4, 98)
    assert after(flop, [RAISE_HALF]).put == (4, 2)
    assert after(flop, [RAISE_HALF, RAISE_HALF]).put == (4, 5)


def test_a_half_pot_that_does_not_exceed_the_call_is_no_raise() -> None:
    facing = after(dealt(), [CHECK_CALL, CHECK_CALL, RAISE_FULL])
    assert facing.put == (6, 2)
    assert GAME.legal(facing, 1) == [FOLD, CHECK_CALL, RAISE_FULL, ALL_IN]


def test_facing_all_in_only_fold_and_call_remain() -> None:
    assert GAME.legal(after(dealt(), [ALL_IN]), 1) == [FOLD, CHECK_CALL]


def test_folding_at_once_costs_the_small_blind() -> None:
    outcome = GAME.outcome(after(dealt(), [FOLD]))
    assert (outcome.reason, outcome.returns, outcome.points) == ("fold", (-1.0, 1.0), (0.0, 1.0))


def test_all_in_and_call_deal_the_whole_board() -> None:
    state = after(dealt(), [ALL_IN, CHECK_CALL])
    assert GAME.to_move(state) == ()
    assert len(state.board) == 5
    assert state.put == (100, 100)


def test_forfeit_loses_the_chips_put_in() -> None:
    state = after(dealt(), [RAISE_FULL, RAISE_FULL])
    assert GAME.forfeit(state, 0).returns == (-4.0, 4.0)
    assert GAME.forfeit(state, 1).returns == (8.0, -8.0)
    assert GAME.forfeit(state, 1).points == (1.0, 0.0)


@pytest.mark.parametrize(("rules", "nodes", "longest"), [(0, 229_250, 18), (1, 52_961, 14)])
def test_the_betting_tree_has_as_many_nodes_as_counted_before(rules: int, nodes: int, longest: int) -> None:
    count, deepest = 0, 0
    waiting = [dealt(rules=rules)]
    while waiting:
        state = waiting.pop()
        count += 1
        deepest = max(deepest, len(state.steps))
        if not state.ended:
            legal = (action for action, price in enumerate(prices(state)) if price is not None)
            waiting += [GAME.apply(state, {state.seat: action}) for action in legal]
    assert (count, deepest) == (nodes, longest)
    assert longest <= GAME.longest


def test_an_action_that_is_not_legal_is_never_played() -> None:
    with pytest.raises(ValueError, match="raise_half_pot is not legal"):
        GAME.apply(dealt(), {0: RAISE_HALF})


# The casino's rules


def test_standard_rules_let_the_dealer_post_small_and_act_first_only_before_the_flop() -> None:
    state = dealt(dealer=1, rules=1)
    assert (state.seat, state.put) == (1, (2, 1))
    flop = after(state, [CHECK_CALL, CHECK_CALL])
    assert (flop.street, flop.seat) == (1, 0)


def test_standard_raises_come_on_top_of_the_call() -> None:
    state = dealt(dealer=1, rules=1)
    assert prices(state) == (0, 1, 3, 5, 99)
    assert after(state, [RAISE_FULL]).put == (2, 6)
    assert after(state, [RAISE_HALF, RAISE_HALF]).put == (8, 4)
    assert prices(after(state, [CHECK_CALL, CHECK_CALL, RAISE_FULL])) == (0, 4, 10, 16, 98)


# Showdowns


@pytest.mark.parametrize(
    ("cards", "returns"),
    [
        ("AsKs3d9h2c4h5cKdKh", (100.0, -100.0)),  # A-2-3-4-5 beats three kings
        ("2s3c2h3dTsJsQsKsAs", (0.0, 0.0)),  # the board plays
        ("JsTs3d4hKcKhQcQd7s", (100.0, -100.0)),  # two pair on the board, by the jack beside it
        ("AsAh3d4hKcKhQcQd7s", (0.0, 0.0)),  # aces beside it on both sides
        ("2s9h3d4hKcKhQcQdJs", (0.0, 0.0)),  # the jack on the board beats every kicker
        ("2hAhKhQd3h9h8hTcTd", (100.0, -100.0)),
    ],
)
def test_the_better_hand_takes_the_chips(cards: str, returns: tuple[float, float]) -> None:
    outcome = GAME.outcome(after(dealt(cards), [ALL_IN, CHECK_CALL]))
    assert outcome.returns == returns
    assert outcome.reason == "showdown"


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("AsKsQsJsTs2d3d", "straight flush"),
        ("As2s3s4s5sKdKh", "straight flush"),
        ("AsAdAhAcKsKdKh", "four of a kind"),
        ("AsAdAhKcKsKd2h", "full house"),
        ("AsAdAhKcKsQdQh", "full house"),
        ("As9s7s4s2sKdKh", "flush"),
        ("As2d3h4c5sKdKh", "straight"),
        ("KsAd2h3c4s8dTh", "high card"),
        ("AsAdAhKcQs9d2h", "three of a kind"),
        ("AsAdKhKcQsQd2h", "two pair"),
        ("AsAdKhJc9s7d2h", "pair"),
    ],
)
def test_hands_are_called_by_their_names(cards: str, name: str) -> None:
    assert category(value(cards_of(cards))) == name


def test_values_order_random_deals_as_the_best_of_21_fives_does() -> None:
    stream = Stream("tests", "holdem", "deals")
    deals = [stream.sample(range(52), 7) for _ in range(1_500)]
    textbook = [best_of_21(deal) for deal in deals]
    ours = [value(deal) for deal in deals]
    order = sorted(range(len(deals)), key=ours.__getitem__)
    for a, b in itertools.pairwise(order):
        assert (ours[a] == ours[b]) == (textbook[a] == textbook[b])
        assert textbook[a] <= textbook[b]


# Equity


@pytest.mark.parametrize(
    ("hole", "flop", "wins", "ties"),
    [
        ("AsKs", "QsJs2d", 811_922, 9_910),
        ("2c7d", "AsKsQs", 116_465, 164_960),
        ("AhAd", "AsAc2h", 1_070_160, 0),
        ("9h9d", "9sKc4h", 1_033_710, 129),
        ("7h2d", "7sKc4h", 689_583, 32_974),
        ("5c4c", "6c7c8c", 1_064_250, 946),
    ],
)
def test_exact_equity_counts_what_two_other_evaluators_count(hole: str, flop: str, wins: int, ties: int) -> None:
    assert exact(cards_of(hole), cards_of(flop)) == Equity(wins, ties, 1_070_190)


@pytest.mark.parametrize("board", ["AsKsQs2s7d", "AsKsQs2s7s", "As9sQs2h7d", "AsAdAhAcKd", "5h6h7h8h2c", "2s2d7h9cKd"])
def test_equity_on_a_full_board_counts_each_of_990_hands(board: str) -> None:
    shown = cards_of(board)
    unseen = Stream("tests", board, "hole").shuffled([card for card in range(52) if card not in shown])
    hole, others = unseen[:2], unseen[2:]
    mine = best_of_21((*hole, *shown))
    theirs = [best_of_21((*pair, *shown)) for pair in itertools.combinations(others, 2)]
    assert exact(hole, shown) == Equity(sum(other < mine for other in theirs), theirs.count(mine), 990)


def test_the_table_before_the_flop_has_the_known_values() -> None:
    known = {"AsAd": 0.852, "KsKd": 0.824, "AsKs": 0.670, "KdAs": 0.653, "2s2d": 0.503, "3s2d": 0.323, "7h2h": 0.381}
    for hole, equity in known.items():
        assert before_flop(cards_of(hole)) == pytest.approx(equity, abs=0.0015)


def test_the_table_before_the_flop_averages_to_one_half() -> None:
    values = [before_flop(hole) for hole in itertools.combinations(range(52), 2)]
    assert sum(values) / len(values) == pytest.approx(0.5, abs=0.0003)


# Replies


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("Action: Fold", FOLD),
        ("I am ahead.\naction:check and call", CHECK_CALL),
        ("ACTION:   CHECK & CALL.", CHECK_CALL),
        ("Action: raise full pot because I can", RAISE_FULL),
        ("Action: All-In", ALL_IN),
        ("Action: all in!", ALL_IN),
        ("An example is Action: Fold, but I say Action: All in", ALL_IN),
        ("Action: Fold\nThe action: was hard to find", FOLD),
    ],
)
def test_the_last_label_counts(text: str, action: int) -> None:
    assert GAME.parse(dealt(), 0, text) == action


def test_compat_takes_the_first_label() -> None:
    assert GAME.parse(dealt(profile="compat"), 0, "Action: Fold. No, Action: All in") == FOLD


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Fold",
        "Action: Raise",
        "Action: Call",
        "Action: Folding",
        "Action - Fold",
        "Action: 0",
        "Act\u0131on: Fold",
        "Action: Chec\u212a and Call",
        "Action: Rai\u017fe Full Pot",
    ],
)
def test_anything_else_is_unparsable(text: str) -> None:
    with pytest.raises(UnparsableMove, match="expected one such as Action: Fold"):
        GAME.parse(dealt(), 0, text)


def test_a_label_that_is_not_on_offer_is_illegal_and_says_what_is() -> None:
    with pytest.raises(IllegalMove, match=r"found Raise Half Pot.*one of Fold, Check and Call, Raise Full Pot, All in"):
        GAME.parse(dealt(), 0, "Action: Raise Half Pot")


@pytest.mark.parametrize(
    "piece", ["action:", "action: ", "action:\n\t", "Action: Fol", "Action: check and ", " ", "\u0660", "Action: Fold "]
)
def test_long_replies_are_moves_or_move_errors(piece: str) -> None:
    text = (piece * 20_000)[:20_000]
    try:
        action = GAME.parse(dealt(), 0, text)
    except MoveError as error:
        assert len(str(error)) < 200
    else:
        GAME.flags(dealt(), 0, action, text)


def test_free_folds_and_contradictions_are_flagged() -> None:
    checked = after(dealt(), [CHECK_CALL])
    assert GAME.flags(checked, 1, FOLD, "Action: Fold") == ("free_fold",)
    assert GAME.flags(dealt(), 0, FOLD, "Action: Fold") == ()
    assert GAME.flags(dealt(), 0, ALL_IN, "Action: Fold? Action: All in") == ("several_labels",)
    assert GAME.flags(dealt(), 0, ALL_IN, "Action: All-in, that is, Action: All in") == ()


def test_names_are_the_only_encodings() -> None:
    assert [GAME.decode(name) for name in NAMES] == list(range(5))
    with pytest.raises(ValueError, match="is no action"):
        GAME.decode("Fold")


# Prompts


def test_compat_shows_cards_own_chips_and_labels_only() -> None:
    prompt = GAME.prompt(after(dealt(profile="compat"), [CHECK_CALL, CHECK_CALL]), 0)
    assert prompt.observation.splitlines() == [
        "Your private cards: Spades A, Diamonds A",
        "Public cards: Clubs 2, Hearts 7, Clubs 9",
        "Chips you have left: 98",
        "Chips you have put in: 2",
        "Actions on offer: Fold, Check and Call, Raise Half Pot, Raise Full Pot, All in",
    ]
    assert "blind" not in prompt.system


def test_strict_shows_pot_position_history_and_what_each_action_costs() -> None:
    text = GAME.prompt(after(dealt(), [CHECK_CALL, CHECK_CALL, RAISE_HALF]), 1).observation
    posted = "opponent small blind (1), you big blind (2)"
    for line in (
        "Street: flop",
        "Position: dealer; you act second on every street",
        "Pot: 6 chips",
        "Opponent: 4 put in, 96 left",
        f"- before the flop: {posted}, opponent Check and Call (1), you Check and Call (0)",
        "- flop: opponent Raise Half Pot (2)",
        "- Check and Call: put in 2 chips to call",
        "- Raise Half Pot: put in 3 chips, so that you have put in 5 and the opponent 4",
    ):
        assert line in text.splitlines()


def test_standard_rules_are_told() -> None:
    prompt = GAME.prompt(dealt(rules=1, dealer=0), 0)
    assert "The dealer acts first before the flop and second on every later street." in prompt.system
    assert "you act first before the flop and second on every later street" in prompt.observation


def test_the_picture_shows_cards_chips_and_the_story() -> None:
    assert GAME.show(after(dealt(), [CHECK_CALL, CHECK_CALL, RAISE_HALF])).splitlines() == [
        "Flop, pot 6, seat 1 to move",
        "",
        "  board   [2♣ 7♥ 9♣ ?? ??]",
        "  seat 0  [A♠ A♦]    4 in, 96 left  pair",
        "> seat 1  [K♠ K♦]    2 in, 98 left  pair (dealer)",
        "",
        "  before the flop  seat 0 posts 1, seat 1 posts 2, seat 0 calls 1, seat 1 checks",
        "  flop             seat 0 raises half the pot: 2",
    ]
    assert GAME.show(after(dealt(), [ALL_IN, CHECK_CALL])).startswith("Showdown: seat 0 wins 100, pot 200")
    assert GAME.show(after(dealt("2s3c2h3dTsJsQsKsAs"), [ALL_IN, CHECK_CALL])).startswith("Showdown: split")


# Invariants

HANDS = st.lists(st.integers(0, 51), min_size=9, max_size=9, unique=True)
PLAYS = st.lists(st.integers(0, 4), max_size=18)


def walk(state: State, choices: list[int]) -> list[State]:
    states = [state]
    for choice in choices:
        if state.ended:
            break
        legal = [action for action, price in enumerate(prices(state)) if price is not None]
        state = GAME.apply(state, {state.seat: legal[choice % len(legal)]})
        states.append(state)
    return states


def start(cards: list[int], dealer: int, rules: int = 0) -> State:
    return dealt("".join(map(canonical, cards)), dealer, rules=rules)


@settings(max_examples=150, deadline=None)
@given(cards=HANDS, dealer=st.integers(0, 1), rules=st.integers(0, 1), choices=PLAYS)
def test_chips_are_kept_and_fold_is_always_offered(
    cards: list[int], dealer: int, rules: int, choices: list[int]
) -> None:
    for state in walk(start(cards, dealer, rules), choices):
        assert all(0 < put <= 100 for put in state.put)
        assert len(state.board) in {0, 3, 4, 5}
        if not state.ended:
            assert prices(state)[:2] == (0, state.need)
            assert all(price is None or price <= 100 - state.put[state.seat] for price in prices(state))
            continue
        outcome = GAME.outcome(state)
        assert sum(outcome.returns) == 0
        loser = outcome.returns.index(min(outcome.returns))
        assert -outcome.returns[loser] in {0, state.put[loser]}
        assert sum(outcome.points) == 1


@settings(max_examples=150, deadline=None)
@given(cards=HANDS, dealer=st.integers(0, 1), rules=st.integers(0, 1), choices=PLAYS)
def test_exchanging_the_seats_negates_the_payoffs(
    cards: list[int], dealer: int, rules: int, choices: list[int]
) -> None:
    swapped = [cards[1], cards[0], cards[3], cards[2], *cards[4:]]
    one = walk(start(cards, dealer, rules), choices)[-1]
    other = walk(start(swapped, 1 - dealer, rules), choices)[-1]
    assert one.put == other.put[::-1]
    if one.ended:
        assert GAME.outcome(one).returns == GAME.outcome(other).returns[::-1]


@settings(max_examples=100, deadline=None)
@given(deck=st.permutations(range(52)), dealer=st.integers(0, 1), choices=PLAYS, seat=st.integers(0, 1))
def test_no_prompt_depends_on_cards_that_the_seat_cannot_see(
    deck: list[int], dealer: int, choices: list[int], seat: int
) -> None:
    cards = deck[:9]
    for state in walk(start(cards, dealer), choices):
        if state.ended:
            break
        hidden = [1 - seat, 3 - seat, *range(4 + len(state.board), 9)]
        changed = list(cards)
        for place, card in zip(hidden, deck[9:], strict=False):
            changed[place] = card
        other = replace(state, hand=replace(state.hand, cards=tuple(changed)))
        assert GAME.prompt(other, seat) == GAME.prompt(state, seat)
        for place in hidden:
            assert words(cards[place]) not in GAME.prompt(state, seat).observation


@settings(max_examples=30, deadline=None)
@given(text=st.text(max_size=40), label=st.sampled_from(LABELS))
def test_text_before_the_line_does_not_change_the_move(text: str, label: str) -> None:
    flop = after(dealt(), [CHECK_CALL, CHECK_CALL])
    assert GAME.parse(flop, 0, f"{text}\nAction: {label}") == LABELS.index(label)


# Other engines


def test_random_hands_go_as_in_rlcard() -> None:
    assert sum(against_rlcard(f"test/{number}") for number in range(RANDOM_HANDS)) > RANDOM_HANDS


def test_random_hands_go_as_in_openspiel_under_standard_rules() -> None:
    assert sum(against_openspiel(f"test/{number}") for number in range(RANDOM_HANDS)) > RANDOM_HANDS


def test_values_order_random_deals_as_eval7_does() -> None:
    eval7 = pytest.importorskip("eval7", reason="eval7 is an optional test oracle")
    known = [eval7.Card(canonical(card)) for card in range(52)]
    stream = Stream("tests", "holdem", "eval7")
    deals = [stream.sample(range(52), 7) for _ in range(3_000)]
    pairs = sorted((value(deal), eval7.evaluate([known[card] for card in deal])) for deal in deals)
    for (ours, theirs), (next_ours, next_theirs) in itertools.pairwise(pairs):
        assert (ours == next_ours) == (theirs == next_theirs)
        assert theirs <= next_theirs


def test_a_whole_match_of_either_variant_and_profile_verifies() -> None:
    for profile in ("strict", "compat"):
        for rules in (0, 1):
            item = matches.item("holdem", seed="whole", profile=profile, rules=rules)
            prediction = matches.play(item, matches.randomly(3))
            assert Replay(item).verify(prediction).rounds == len(prediction.rounds)
