"""Pages of the games track: what it measures, and its shipped programs."""

from interplay_lab.site.presentation import TrackPages


class _Games(TrackPages):
    about = "sixteen games against other agents; every match is replayed"
    programs = {
        "random": "Makes any legal move, all alike likely.",
        "competent": "Plays each game by a few simple rules.",
        "strong": "Plays each game as well as the best shipped program can.",
        "passive": "Does what the referee does for a player that says nothing.",
        "first": "Makes the first legal move of the list.",
        "middle": "Makes the middle legal move of the list.",
        "last": "Makes the last legal move of the list.",
        "constant": "Makes the move that is best in a game without looking at it, such as the centre or all in.",
        "silent": "Sends nothing, so that the referee makes every decision.",
    }


PAGES = _Games()
