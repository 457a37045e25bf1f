"""Arctic Scavengers drawn: hands, piles, what lies open, the last event, the end."""

from interplay.tracks.games.arctic_scavengers.cards import NUMBER
from interplay.tracks.games.arctic_scavengers.picture import PICTURE
from interplay.tracks.games.arctic_scavengers.state import State
from tests.games.arctic_scavengers.tables import cards, play, position
from tests.games.drawings import looks, used, words

HANDS = ("brawler shovel refugee*2 scavenger", "scavenger*2 refugee spear brawler")


def names(*titles: str) -> list[str]:
    return [f"arctic_scavengers-c{NUMBER[title]}" for title in titles]


def dug(state: State) -> State:
    return play(state, "dig:brawler+shovel")


def test_hands_have_a_card_for_each_title_and_how_many_there_are() -> None:
    state = position(*HANDS)
    drawn = PICTURE.frame(state, None)
    hands = names("refugee", "scavenger", "brawler", "shovel", "refugee", "scavenger", "brawler", "spear")
    assert used(drawn)[:-1] == hands
    assert [one for one in words(drawn) if one.startswith("x")] == ["x2", "x2"]


def test_hands_are_dashed_until_the_skirmish() -> None:
    for phase, dashes in (("gather", "5 4"), ("skirmish", "none")):
        drawn = PICTURE.frame(position(*HANDS, phase=phase), None)
        rows = [part for part in drawn.iter("g") if part.get("stroke-dasharray")]
        assert [part.get("stroke-dasharray") for part in rows] == [dashes] * 2


def test_the_contested_card_is_dashed() -> None:
    state = position(*HANDS)
    (shown,) = [use for use in PICTURE.frame(state, None).iter("use") if use.get("stroke-dasharray")]
    assert shown.get("href") == f"#arctic_scavengers-c{state.contested[0]}"


def test_what_was_dug_up_lies_open_and_what_was_kept_is_framed() -> None:
    state = dug(position(*HANDS, junkyard=cards("junk net pills medkit")))
    before = PICTURE.frame(state, None)
    assert "dug up by seat 0" in words(before)
    assert len(looks(before, "mark-line")) == 0
    after = PICTURE.frame(play(state, "keep:net"), None)
    assert len(looks(after, "mark-line")) == 1
    assert "Seat 0: dig:brawler+shovel, looked at junk, net, medkit, kept net" in " ".join(words(after))


def test_captions_say_tribes_and_the_last_event() -> None:
    state = dug(position(*HANDS, junkyard=cards("junk net pills medkit")))
    assert PICTURE.caption(state).startswith("Round 1 of 6, seat 0 may keep a card: seat 0 has ")
    kept = play(state, "keep:net")
    assert PICTURE.caption(kept).endswith("Last: Seat 0: dig:brawler+shovel, looked at junk, net, medkit, kept net.")


def test_the_end_is_told_by_the_sizes_of_the_tribes() -> None:
    drawn = words(PICTURE.frame(position(*HANDS, phase="over"), None))
    one, two = (tribe.size for tribe in position(*HANDS).tribes)
    told = "the tribes are equal" if one == two else f"seat {int(two > one)} has the larger tribe and wins"
    assert f"After 1 rounds {told}" in drawn
