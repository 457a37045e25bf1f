"""Options that several verbs share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def dataset_options(function: F) -> F:
    """Add ``--dataset`` and ``--allow-modified``."""
    root = click.option(
        "--dataset",
        "root",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="Dataset directory: a release, an import or a fresh draw.  [default: the one that came with interplay]",
    )
    modified = click.option(
        "--allow-modified", is_flag=True, help="Go on when files differ from their hashes; results are marked."
    )
    return root(modified(function))


def transport_option(function: F) -> F:
    """Add ``--transport``."""
    return click.option(
        "--transport",
        default="default",
        show_default=True,
        type=click.Choice(("default", "aiohttp")),
        help="aiohttp takes less CPU and needs the extra of that name.",
    )(function)
