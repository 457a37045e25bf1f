"""What several verbs say."""

from collections.abc import Sequence

import click


def say_failures(failures: Sequence[str]) -> None:
    """Name the first failures on stderr, and how many there are beside them."""
    for failure in failures[:10]:
        click.echo(f"failed: {failure}", err=True)
    if len(failures) > 10:
        click.echo(f"and {len(failures) - 10:,} more failed", err=True)
