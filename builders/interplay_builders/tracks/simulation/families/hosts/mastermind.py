"""The host of a code-breaking game, whose code nobody sees."""

from collections.abc import Sequence

from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.pegs import PegsParams, Score, score
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form


class Host:
    """Scores guesses; what it has said binds it, the code that it says it for does not bind others."""

    def __init__(self) -> None:
        self._code = ""
        self._known: list[Score] = []

    def answer(self, commands: Sequence[str]) -> Answer:
        """Obey ``secret CODE`` (a new game), ``again GUESS`` (its score was void), guesses, and ``tell``.

        Raises ``ValueError`` for a guess before there is a code.
        """
        earlier = self._known
        guesses: list[str] = []
        tell = False
        for verb, *codes in (command.split() for command in commands):
            if verb == "secret":
                self._code, earlier = codes[0], []
            elif verb == "tell":
                tell = True
            else:
                guess = codes[0] if verb == "again" else verb
                earlier = [one for one in earlier if one[0] != guess]
                guesses.append(guess)
        if not self._code:
            raise ValueError("found a guess, expected a secret before it")
        new = [(guess, *score(self._code, guess)) for guess in guesses]
        params = PegsParams(known=tuple(earlier), guesses=tuple(guesses), reveals=tell)
        self._known = [*earlier, *new]
        return self._said(new, params)

    def _said(self, new: Sequence[Score], params: PegsParams) -> Answer:
        said = [f"{guess}: {black} black, {white} white" for guess, black, white in new]
        said += [f"code: {self._code}"] * params.reveals
        return Answer("\n".join(said), (content("pegs", params), form("bare", BareParams(may_fence=True))))
