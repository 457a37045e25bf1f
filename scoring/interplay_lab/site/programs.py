"""What the shipped programs do, in a sentence each, by track: pages of systems show it."""

from collections.abc import Mapping
from types import MappingProxyType

from interplay.core.reports import Report

PREFIX = "bot-"
"""How the names of shipped programs begin."""
_ECHO = "Sends back the last message that it got."
_SILENT = "Sends nothing."
_FAULTY = "Sends a wrong reply on {} of 100 items, the reference on the others."
_FIRST, _MIDDLE, _LAST = (f"Makes the {which} legal move of the list." for which in ("first", "middle", "last"))
ABOUT: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "company": {
            "oracle": "Knows the right answers.",
            "always-yes": "Answers yes, and names everybody where people are to be listed.",
            "always-no": "Answers no, and names nobody where people are to be listed.",
            "random": "Flips a coin for each answer, in a list for each person.",
            "echo": _ECHO,
            "silent": _SILENT,
        },
        "games": {
            "random": "Makes any legal move, all alike likely.",
            "competent": "Plays each game by a few simple rules.",
            "strong": "Plays each game as well as the best shipped program can.",
            "passive": "Does what the referee does for a player that says nothing.",
            "first": _FIRST,
            "middle": _MIDDLE,
            "last": _LAST,
            "constant": "Makes the move that is best in a game without looking at it, such as the centre or all in.",
            "silent": "Sends nothing, so that the referee makes every decision.",
        },
        "horizon": {
            "exact": "Knows the right reports.",
            "faulty-100": "Makes a mistake in one of 100 operations, after which its report is wrong.",
            "faulty-1000": "Makes a mistake in one of 1,000 operations, after which its report is wrong.",
            "forgetful": "Is right up to 64 operations, and wrong about a session with more.",
            "parrot": "Sends back the end of the last message that it got.",
            "silent": _SILENT,
        },
        "positions": {
            "optimal": "Makes a move of the greatest value.",
            "rules": "Goes by the simple rules of each game's competent player.",
            "constant": "Makes the move that is best for whoever sees nothing but the list of legal moves.",
            "first": _FIRST,
            "middle": _MIDDLE,
            "last": _LAST,
            "random": "Makes any legal move, all alike likely.",
            "worst": "Makes a move of the least value.",
            "silent": _SILENT,
        },
        "scorekeeping": {
            "oracle": "Knows the right answers.",
            "always-private": "Answers requests rightly, and says of every fact that it is private.",
            "always-shared": "Answers requests rightly, and says of every fact that it is shared.",
            "asked": "Answers requests rightly, and says that a fact is shared once it was asked for.",
            "last-asked": "Answers requests rightly, and says that a fact is shared if the last request was for it.",
            "keyword": "Answers requests rightly, and says that a fact is shared if a request had one of its words.",
            "random": "Answers requests rightly, and flips a coin for whether a fact is shared.",
            "copy": "Puts all that it was told into every answer, and says from then on that every fact is shared.",
            "last-reply": "Sends its last reply again.",
            "echo": _ECHO,
            "silent": _SILENT,
        },
        "simulation": {
            "reference": "Sends the reference.",
            "empty": _SILENT,
            "echo": _ECHO,
            "refuse": "Says politely that it cannot help.",
            "constant": "Sends the word “none”.",
            "longest": "Sends the longest reply of the dialogue so far.",
            "last-reply": "Sends the last reply of the dialogue again.",
            "earlier-reply": "Sends the last reply but one of the dialogue again.",
            "template": "Sends nonsense in the form that the task asks for.",
            "faulty-25": _FAULTY.format(25),
            "faulty-50": _FAULTY.format(50),
            "faulty-75": _FAULTY.format(75),
        },
    }
)
"""Track -> program without the prefix -> what it does."""


def about(report: Report) -> str:
    """Return what a shipped program does on the track of *report*; nothing for other systems."""
    name = report.system.name
    return ABOUT.get(report.track, {}).get(name.removeprefix(PREFIX), "") if name.startswith(PREFIX) else ""
