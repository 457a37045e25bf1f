"""The word list and the clue table of Codenames keep the criteria they were written by, as far as a program can tell.

How common the words are was checked by hand against the frequency list of the ``wordfreq`` package (version 3.1.1):
each is among its 10,000 most frequent English words.
"""

import re
from collections import Counter
from itertools import combinations

import pytest

from interplay.tracks.games.codenames.associations import STRONGEST, fits_by_clue, likeness, table
from interplay.tracks.games.codenames.board import ASSASSIN, RED
from interplay.tracks.games.codenames.clue import objection
from interplay.tracks.games.codenames.rules import GAME
from interplay.tracks.games.codenames.words import Entry, entries, fingerprint, known, words

FINGERPRINT = "21990dbe73377e565007e428e875b07911885852af8065bd78cebb3a4f480b24"


def test_the_list_is_frozen() -> None:
    assert fingerprint() == FINGERPRINT, "another list is another game: change the version too"


def test_there_are_enough_words_in_order_and_each_once() -> None:
    assert len(words()) >= 600
    assert list(words()) == sorted(known())


def test_words_are_single_lower_case_and_of_3_to_10_letters() -> None:
    assert all(re.fullmatch("[a-z]{3,10}", word) for word in words())


def test_no_word_contains_another_or_shares_its_stem() -> None:
    for first, second in combinations(words(), 2):
        assert not objection(first, [second]), (first, second)
        assert not objection(second, [first]), (first, second)


ENDING_IN_S = {
    *("bus", "canvas", "chess", "circus", "class", "cross", "dress", "gas", "glass", "grass", "jeans", "lens", "mass"),
    *("virus", "witness"),
}


def test_words_are_singular_unless_the_plural_is_the_normal_form() -> None:
    assert {word for word in words() if word.endswith("s")} == ENDING_IN_S


HOMOPHONES = """
aloud allowed, aisle isle, air heir, ant aunt, arc ark, ate eight, bail bale, ball bawl, band banned, bare bear, base
bass, beach beech, bean been, beat beet, bee be, beer bier, bell belle, berry bury, berth birth, blew blue, board
bored, boar bore, bold bowled, bolder boulder, boy buoy, brake break, bread bred, brewed brood, brews bruise, bridal
bridle, browse brows, but butt, buy by bye, cache cash, canvas canvass, capital capitol, carat carrot, cast caste,
caught court, cell sell, cellar seller, cent scent sent, cereal serial, check cheque, chilly chili, choir quire, chord
cord, clause claws, coarse course, colonel kernel, core corps, council counsel, creak creek, crews cruise, currant
current, cymbal symbol, days daze, dear deer, dew due, die dye, doe dough, draft draught, dual duel, earn urn, ewe
you, eye I, fair fare, fairy ferry, feat feet, find fined, fir fur, flair flare, flea flee, flew flu flue, flour
flower, for four fore, foul fowl, gait gate, gene jean, genes jeans, grate great, groan grown, guessed guest,
guerrilla gorilla, gym jim, hail hale, hair hare, hall haul, hart heart, heal heel, hear here, heard herd, hi high,
him hymn, hoarse horse, hole whole, holy wholly, hour our, idle idol, in inn, jam jamb, key quay, knead need, knight
night, knot not, know no, lane lain, lead led, leaf lief, leak leek, lessen lesson, lie lye, links lynx, load lode,
loan lone, made maid, mail male, main mane, maize maze, manner manor, mantel mantle, mare mayor, marshal martial, meat
meet, medal metal, mind mined, miner minor, missed mist, moose mousse, morning mourning, muscle mussel, mustard
mustered, naval navel, none nun, nose knows, oar ore, one won, pail pale, pain pane, pair pear pare, palate palette,
passed past, patience patients, pause paws, pea pee, peace piece, peak peek, peal peel, pedal petal, peer pier, pi
pie, plain plane, plum plumb, pole poll, pore pour, pray prey, presence presents, prince prints, principal principle,
profit prophet, queue cue, rain reign rein, raise rays, rap wrap, read reed, real reel, right write, ring wring, road
rode rowed, role roll, root route, rose rows, rough ruff, rye wry, sail sale, sauce source, scene seen, sea see, seam
seem, seas seize, sew so sow, shake sheikh, shoe shoo, shoot chute, side sighed, sight site, sign sine, slay sleigh,
soar sore, sole soul, some sum, son sun, staid stayed, stair stare, stake steak, stationary stationery, steal steel,
step steppe, stile style, storey story, straight strait, suite sweet, sword soared, tail tale, taught tort, tax tacks,
tea tee, team teem, tear tier, tense tents, there their, threw through, throne thrown, thyme time, tide tied, tire
tyre, to too two, toad towed, toe tow, told tolled, ton tun, vain vein vane, vale veil, waist waste, wait weight,
waive wave, war wore, ware wear where, warn worn, way weigh, we wee, weak week, weather whether, wail whale, which
witch, whine wine, wood would, yoke yolk
"""


def test_no_two_words_sound_alike_or_are_spellings_of_one_word() -> None:
    for group in HOMOPHONES.replace("\n", " ").split(","):
        assert len(known() & set(group.split())) < 2, group
    variants = {word.replace("our", "or").replace("tre", "ter").replace("ise", "ize") for word in words()}
    assert len(variants) == len(words())


FIELDS = {
    *("animals", "body", "buildings", "clothing", "crime", "fantasy", "food", "games", "health", "household", "jobs"),
    *("kitchen", "machines", "materials", "measures", "mind", "money", "music", "nature", "people", "plants", "power"),
    *("school", "sky", "sports", "stage", "time", "tools", "transport"),
}


def test_at_least_four_in_ten_words_have_a_second_sense_that_is_named() -> None:
    several = [entry for entry in entries() if entry.other]
    assert len(several) >= 0.4 * len(entries())
    assert all(re.fullmatch("[a-z ]{2,30}", entry.other) for entry in several)
    assert all(entry.other != entry.word for entry in several)


def test_no_field_has_more_than_8_percent_of_the_words() -> None:
    sizes = Counter(entry.field for entry in entries())
    assert set(sizes) == FIELDS
    assert max(sizes.values()) <= 0.08 * len(entries())
    assert Entry("bank", "buildings", "river side") in entries()


def test_no_word_is_a_name_a_slur_or_unfit_for_children() -> None:
    unfit = {
        *("china", "london", "paris", "africa", "america", "france", "english", "german", "greek", "indian", "irish"),
        *("amazon", "apple inc", "google", "monday", "june", "mercury", "jupiter", "jesus", "allah", "hitler", "nazi"),
        *("gypsy", "dwarf", "midget", "cripple", "idiot", "retard", "fat", "ugly", "slut", "whore", "bitch", "sex"),
        *("gun", "bomb", "nuke", "missile", "rifle", "murder", "suicide", "drug", "cocaine", "cigarette", "condom"),
    }
    assert not known() & unfit


CLUES = sorted(table().clues)


def test_there_are_enough_clues_each_for_3_to_15_words_of_the_list() -> None:
    assert len(CLUES) >= 500
    for clue, fitting in table().clues.items():
        assert 3 <= len(fitting) <= 15, clue
        assert known().issuperset(fitting), clue
        assert set(fitting.values()) <= {1, 2, STRONGEST}
        assert max(fitting.values()) >= 2, clue


def test_clues_are_single_words_that_are_not_on_the_list() -> None:
    assert all(re.fullmatch("[a-z]{2,15}", clue) for clue in CLUES)
    assert not known() & set(CLUES)


@pytest.mark.parametrize("start", "abcdefghijklmnopqrstuvwxyz")
def test_no_clue_would_be_invalid_for_a_word_that_it_fits(start: str) -> None:
    for clue in CLUES:
        if clue.startswith(start):
            assert not objection(clue, table().clues[clue]), clue


def test_every_word_has_several_clues_some_of_them_plain() -> None:
    for word in words():
        assert len(table().words[word]) >= 6, word
        assert sum(strength >= 2 for strength in table().words[word].values()) >= 4, word


def test_no_word_is_in_so_many_clues_that_it_drowns_the_others() -> None:
    assert max(map(len, table().words.values())) <= 80
    assert sorted(map(len, table().words.values()))[len(words()) // 2] >= 10


def test_no_two_clues_say_exactly_the_same() -> None:
    fits = Counter(frozenset(fitting.items()) for fitting in table().clues.values())
    assert max(fits.values()) == 1


def test_a_safe_clue_for_one_word_exists_on_nearly_every_board_and_a_pair_on_most() -> None:
    single = pairs = 0
    for seed in range(100):
        state = GAME.start(GAME.deal(str(seed), {}, "strict"))
        key = dict(zip(state.board.words, state.board.key, strict=True))
        own = [
            len(found)
            for clue, found in fits_by_clue(key).items()
            if all(key[word] == RED for word, _ in found) and not objection(clue, key)
        ]
        single += max(own, default=0) >= 1
        pairs += max(own, default=0) >= 2
        assert ASSASSIN in key.values()
    assert single == 100
    assert pairs >= 80


PLAIN = [
    ("zookeeper", "lion"), ("yolk", "egg"), ("pirate", "ship"), ("astronaut", "moon"), ("omelette", "egg"),
    ("lumberjack", "axe"), ("cinderella", "shoe"), ("florist", "rose"), ("referee", "whistle"), ("dracula", "vampire"),
]  # fmt: skip


@pytest.mark.parametrize(("clue", "word"), [pair for pair in PLAIN if pair[0] in table().clues])
def test_what_everybody_would_say_is_in_the_table(clue: str, word: str) -> None:
    assert table().fits(clue, word) == STRONGEST
    assert table().fits(clue, "parliament") == 0


def test_likeness_counts_common_beginnings_and_letter_pairs() -> None:
    assert likeness("spiders", "spider") > likeness("spiders", "spell") > likeness("spiders", "moon") == 0
