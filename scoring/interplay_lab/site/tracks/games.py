"""Pages of the games track: what it measures, and its shipped programs."""

from interplay_lab.site.presentation import TrackPages


class _Games(TrackPages):
    about = "sixteen games against other agents; every match is replayed"
    programs = {
        "random": "Makes a legal move at random.",
        "competent": "Plays each game by a few simple rules.",
        "strong": "Plays each game as the strongest shipped program.",
        "passive": "Makes the moves that the referee substitutes for a silent player.",
        "first": "Makes the first legal move of the list.",
        "middle": "Makes the middle legal move of the list.",
        "last": "Makes the last legal move of the list.",
        "constant": "Makes the best fixed move of each game, such as the centre or all in.",
        "silent": "Sends nothing, so the referee substitutes every decision.",
    }


PAGES = _Games()
