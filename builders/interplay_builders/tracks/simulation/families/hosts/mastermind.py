"""The host of a code-breaking game, whose code nobody sees."""

from collections.abc import Sequence

from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.pegs import PegsParams, Score, score
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form


class Host:
    """Scores guesses consistently with its earlier scores; a simulator may use another code."""

    def __init__(self) -> None:
        self._code = ""
        self._known: list[Score] = []

    def answer(self, commands: Sequence[str]) -> Answer:
        """Obey ``secret CODE`` (a new game), ``again GUESS`` (its score was void), guesses, and ``tell``.

        Raises ``ValueError`` for a guess before there is a code.
        """
        earlier = self._known
        guesses: list[str] = []
        reveals = False
        for verb, *codes in (command.split() for command in commands):
            if verb == "secret":
                self._code, earlier = codes[0], []
            elif verb == "tell":
                reveals = True
            else:
                guess = codes[0] if verb == "again" else verb
                earlier = [score for score in earlier if score[0] != guess]
                guesses.append(guess)
        if not self._code:
            raise ValueError("found a guess, expected a secret before it")
        new = [(guess, *score(self._code, guess)) for guess in guesses]
        params = PegsParams(known=tuple(earlier), guesses=tuple(guesses), reveals=reveals)
        self._known = [*earlier, *new]
        return self._reply(new, params)

    def _reply(self, new: Sequence[Score], params: PegsParams) -> Answer:
        lines = [f"{guess}: {black} black, {white} white" for guess, black, white in new]
        lines += [f"code: {self._code}"] * params.reveals
        return Answer("\n".join(lines), (content("pegs", params), form("bare", BareParams(may_fence=True))))
