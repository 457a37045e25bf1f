"""Read the lines of a session back, from their words alone, as an answerer has to."""

import re
from functools import lru_cache

from interplay_builders.tracks.horizon.texts import texts_of, wordings_of

NUMBER = r"-?\d+(?:\.\d\d)?"


@lru_cache(maxsize=16)
def patterns(family: str) -> tuple[tuple[str, bool, re.Pattern[str]], ...]:
    """Return verb, whether it asks only, and the pattern of each wording."""
    texts, found = texts_of(family), []
    for verb in (*texts.orders, *texts.questions):
        for voice in wordings_of(texts, verb).values():
            for wording in voice:
                seen: set[str] = set()

                def group(match: re.Match[str], seen: set[str] = seen) -> str:
                    name = f"a{match[1]}"
                    again = name in seen
                    seen.add(name)
                    return f"(?P={name})" if again else f"(?P<{name}>.+?)"

                text = re.sub(r"\\{(\d)\\}", group, re.escape(wording))
                found.append((verb, verb in texts.questions, re.compile(text, re.IGNORECASE)))
    return tuple(found)


def meanings(family: str, line: str, words: frozenset[str]) -> set[tuple[str, bool, tuple[str, ...]]]:
    """Return what a line can mean when its arguments are numbers or some of *words*, in lower case."""
    found = set()
    for verb, question, pattern in patterns(family):
        if match := pattern.fullmatch(line):
            args = tuple(text.lower() for _, text in sorted(match.groupdict().items()))
            if all(arg in words or re.fullmatch(NUMBER, arg) for arg in args):
                found.add((verb, question, args))
    return found
