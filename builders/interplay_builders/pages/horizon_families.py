"""The families of sessions, what their reports hold, and how many wordings there are.

interplay-build page horizon_families
"""

import click

from interplay_builders.pages._markdown import table
from interplay_builders.tracks.horizon.sessions import FAMILIES, draw
from interplay_builders.tracks.horizon.texts import texts_of


def page() -> str:
    """Return the table; labels of a report that is drawn are those of one session."""
    rows = []
    for name in FAMILIES.names():
        kind, texts = FAMILIES.load(name), texts_of(name)
        labels = ", ".join(line.label for line in kind.report(draw(name, 8, "card", 0).start))
        voices = [voice for verbs in (texts.orders, texts.questions) for v in verbs.values() for voice in v.values()]
        rows.append((f"`{name}`", texts.title, len(texts.orders), len(texts.questions), sum(map(len, voices)), labels))
    headings = ("family", "title", "orders", "questions", "wordings", "report, for example")
    return table(headings, rows, "llrrrl", "--:")


@click.command(short_help="The families of sessions of the horizon track, as its card lists them.")
def command() -> None:
    """Print a row for each family of sessions, as cards/horizon.md has them.

    \b
    interplay-build page horizon_families
    interplay-build page horizon_families > families.md
    """
    click.echo(page())
