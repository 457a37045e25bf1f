"""Open a release wherever it is: in the package, in a directory, or on the Hub."""

from pathlib import Path

from interplay.core import release
from interplay.core.extras import require
from interplay.core.release import Release
from interplay.hub.places import place_of


def open_release(
    root: str | Path | None = None, *, revision: str | None = None, allow_modified: bool = False
) -> Release:
    """Open a dataset after verifying every file of it.

    What is on the Hub is downloaded once and kept in the Hub's cache; ``HF_HUB_OFFLINE=1`` uses only what is there.
    The manifest's hash is remembered, so that a tag that was moved afterwards is an error.

    Args:
        root: A directory with a release, an import or a fresh draw; or ``hf://owner/name@revision``, a dataset on the
            Hub; by default the release that comes with the package.
        revision: A tag or commit, where *root* is ``owner/name`` on the Hub.
        allow_modified: Go on when files differ from their hashes; reports are then marked.

    Returns:
        The release: its ``root``, its ``manifest``, and what it holds.

    Raises:
        DatasetError: *root* is not a dataset, or a file differs from its hash and *allow_modified* is not set; the Hub
            does not have it or give it; or it is not what it was when it was first opened on this machine.

    Example:
        >>> import interplay
        >>> interplay.open_release().manifest.name
        'Interplay'
    """
    source = None if root is None and revision is None else place_of(root or "", revision)
    if source is None:
        return release.open_release(root, allow_modified=allow_modified)
    require("huggingface_hub", f"opening {source}")
    from interplay.hub.fetching import fetch  # noqa: PLC0415  directories need no network library

    return release.open_release(fetch(source), allow_modified=allow_modified)
