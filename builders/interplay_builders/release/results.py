"""The results in the dataset card, from the page that ``interplay-build page difficulty`` prints."""

import re
from collections.abc import Collection, Iterator

MODELS = ("large-model-hard", "large-model-replies", "smollm2-135m")
HEAD = f"| track | best bot | {' | '.join(MODELS)} | best uninformed baseline |\n|---|--:|{'--:|' * len(MODELS)}--:|"
SECTION = re.compile(r"^## (\w+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
BASELINE = re.compile(r"^\w+: (bot-[\w-]+) is the best uninformed baseline", re.MULTILINE)


def table(page: str, tracks: Collection[str]) -> str:
    """Return a table of the headlines on *page* with a line for each of *tracks*."""
    return "\n".join([HEAD, *_lines(page, tracks)])


def _lines(page: str, tracks: Collection[str]) -> Iterator[str]:
    for title, text in SECTION.findall(page):
        baseline = BASELINE.search(text)
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in re.findall(r"^\|.*\|$", text, re.M)]
        if title.lower() not in tracks or baseline is None:
            continue
        scores = dict(zip(rows[0], next(row for row in rows if row[0] == "all"), strict=True))
        cells = (scores[rows[0][1]], *(scores.get(name, "–") for name in MODELS), scores.get(baseline[1], "0"))
        yield f"| {title.lower()} | {' | '.join(cells)} |"
