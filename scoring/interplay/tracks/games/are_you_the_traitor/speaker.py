"""What the scripted players of Are You the Traitor say, given a table of habits."""

from collections.abc import Mapping, Sequence

from interplay.core.randomness import Stream
from interplay.tracks.games.are_you_the_traitor.habits import Answering, Asking
from interplay.tracks.games.are_you_the_traitor.talk import BANK, View
from interplay.tracks.games.shared.lines import line, weighted
from interplay.tracks.games.shared.menu import Choice


def question(view: View, habits: Asking, stream: Stream) -> Choice:
    """Return a question by habit, to one of those of its kind who have been asked least."""
    kind, _, wizard = weighted(habits, stream).partition("/")
    target = stream.choice(_least_asked(view, view.rivals if wizard else view.others))
    return Choice(f"ask_p{target}", line(BANK, kind, stream, said=view.said))


def answer(view: View, habits: Answering, suspects: Sequence[int], stream: Stream) -> Choice:
    """Return an answer by habit to the question that is open; *suspects* are the labels to be named as such."""
    last = view.lines[-1]
    kind, _, wizard = weighted(habits[last.topic], stream).partition("/")
    pool = [label for label in (view.rivals if wizard else suspects) if label != last.asker]
    named = stream.choice(pool or list(view.rivals if wizard else view.others))
    return Choice("answer", line(BANK, kind, stream, named, view.said))


def _least_asked(view: View, labels: Sequence[int]) -> list[int]:
    counts: Mapping[int, int] = {label: sum(said.asked == label for said in view.lines) for label in labels}
    fewest = min(counts.values())
    return [label for label in labels if counts[label] == fewest]
