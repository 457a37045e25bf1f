"""A figure of a Bradley-Terry table: ratings with intervals, and the heat map of win probabilities, as SVG."""

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from interplay.core.canonical import write_atomically
from interplay.core.errors import OutputError
from interplay.core.extras import require
from interplay.core.text import printable
from interplay.ratings.pairwise.tables import BradleyTerryTable, Rating

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MAX_LABELLED = 20
"""With more systems than this the heat map has no numbers in its cells."""


def write_figure(table: BradleyTerryTable, path: Path) -> None:
    """Write the figure of *table* to *path* as SVG; the same table gives the same bytes.

    Raises ``MissingPackage`` without matplotlib, ``OutputError`` when nobody is rated or the file cannot be written.
    """
    require("matplotlib", "a figure")
    if path.suffix != ".svg":
        raise OutputError(f"cannot write {path}: expected a name that ends in .svg")
    if not table.rated:
        raise OutputError(f"cannot write {path}: no system has a rating")
    write_atomically(path, [rendered(lambda: draw_figure(table), "svg")])


def rendered(
    draw: Callable[[], "Figure"], form: Literal["svg", "png"], dpi: float | Literal["figure"] = "figure"
) -> bytes:
    """Return what *draw* draws as a file of *form*; raise ``MissingPackage`` when matplotlib is missing."""
    require("matplotlib", "a figure")
    import matplotlib as mpl  # noqa: PLC0415  only figures need it

    with mpl.rc_context({"svg.hashsalt": "interplay", "svg.fonttype": "path", "font.family": "DejaVu Sans"}):
        stream = io.BytesIO()
        plain = {"Date": None, "Creator": None} if form == "svg" else {"Software": None}
        draw().savefig(stream, format=form, dpi=dpi, metadata=plain)
    return stream.getvalue()


def draw_figure(table: BradleyTerryTable) -> "Figure":
    """Return the figure: intervals on the left, win probabilities on the right, best system on top."""
    from matplotlib.figure import Figure  # noqa: PLC0415

    n = len(table.rated)
    side = min(16.0, 2.2 + 0.5 * n)
    figure = Figure(figsize=(5.5 + side * 1.15, side + 0.7), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=[5.0, side * 1.1])
    rows = [row for row in table.ratings if row.rating is not None]
    _intervals(left, rows, table)
    names, chances = [short(name, 16) for name in table.rated], table.win_probability
    texts = [["" if i == j else f"{chance:.2f}" for j, chance in enumerate(row)] for i, row in enumerate(chances)]
    heat_map(right, chances, texts, vmin=0, vmax=1, cmap="RdBu")
    right.set_xticks(range(n), names, rotation=40, ha="right", rotation_mode="anchor")
    right.set_yticks(range(n), names)
    right.set_title("probability that the row beats the column", fontsize=10)
    return figure


def _intervals(axes: "Axes", rows: list[Rating], table: BradleyTerryTable) -> None:
    for y, row in enumerate(rows):
        if row.rating is None:
            continue
        ends = [row.rating if bound is None else bound for bound in (row.low, row.high)]
        axes.plot(ends, [y, y], color="#4477aa", linewidth=2.5, solid_capstyle="butt")
        for bound, mark in ((row.low, "<"), (row.high, ">")):
            if bound is None and (row.low, row.high) != (None, None):
                axes.plot([row.rating], [y], mark, color="#4477aa", markersize=12, zorder=0)
        axes.plot([row.rating], [y], "o", color="white" if row.flags else "#223366", markeredgecolor="#223366")
    axes.set_yticks(range(len(rows)), [f"{short(row.system, 28)}  (n={row.matches})" for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.axvline(0, color="#999999", linewidth=0.8, zorder=0)
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_xlabel(f"rating, {table.settings.level:.0%} {table.settings.interval} interval")
    hollow = "; hollow: flagged" if any(row.flags for row in rows) else ""
    axes.set_title(f"matches: {table.matches}, games: {len(table.games)}{hollow}", fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)


def short(name: str, length: int = 32) -> str:
    """Return *name* escaped for matplotlib; a long one loses its middle, as names often differ at the end."""
    name = printable(name)
    half = (length - 1) // 2
    cut = name if len(name) <= length else f"{name[:half]}…{name[-half:]}"
    return cut.replace("$", r"\$")


def heat_map(axes: "Axes", values: Sequence[Sequence[float]], texts: Sequence[Sequence[str]], **look: Any) -> None:
    """Draw *values* with their *texts* where these have room, and a bar of colours; *look* is how ``imshow`` looks."""
    image, shape = axes.imshow(values, **look), np.shape(values)
    colours = image.to_rgba(np.asarray(values, dtype=np.float64))
    for y, x in np.ndindex(shape) if shape[1] <= MAX_LABELLED else ():
        is_dark = colours[y, x, :3] @ (0.3, 0.59, 0.11) < 0.5
        axes.text(x, y, texts[y][x], ha="center", va="center", fontsize=8, color="white" if is_dark else "black")
    axes.figure.colorbar(image, ax=axes, shrink=0.85)
