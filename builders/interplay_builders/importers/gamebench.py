"""Import the match results that the GameBench project published (CC BY 4.0).

Their file is one JSON list; each entry names the game and maps each of two agents to its score. Seats, seeds and
lengths were not recorded, so the order of the agents is kept as the order of seats and every ``setup`` is ``null``.
"""

from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from interplay.core.canonical import encode_lines, write_atomically
from interplay.core.errors import RecordError
from interplay.core.records import Finding
from interplay.core.strict import BadValue, scan
from interplay.ratings.matches import BadMatch, Match, MatchHeader, result_of
from interplay_builders.tracks.base import read_toml

CATEGORIES: dict[str, tuple[str, ...]] = read_toml(Path(__file__).with_suffix(".toml"), dict[str, tuple[str, ...]])
"""The six reasoning categories of the paper's Table 1, by game."""

SOURCE = "GameBench (github.com/Joshuaclymer/GameBench), matches.json"
LICENSE = "CC-BY-4.0"


def read_published(path: Path) -> tuple[Match, ...]:
    """Return the matches of the published file at *path*; raise ``RecordError`` with a finding for each bad entry."""
    entries = _entries(path)
    matches, findings = [], []
    for index, entry in enumerate(entries):
        try:
            match = _match(entry)
            result_of(match, str(path), index)
        except (BadMatch, msgspec.ValidationError) as error:
            findings.append(_finding(path, str(error), f"$[{index}]"))
        else:
            matches.append(match)
    if findings:
        raise RecordError(f"{path} is not the published list of matches", findings[:100])
    return tuple(matches)


def convert(path: Path) -> Iterator[bytes]:
    """Yield the lines of an ``interplay-matches/1`` file with the matches at *path*."""
    matches = read_published(path)
    played = {match.game for match in matches}
    header = MatchHeader(
        format="interplay-matches/1",
        source=SOURCE,
        license=LICENSE,
        categories={game: kinds for game, kinds in CATEGORIES.items() if game in played},
    )
    yield encode_lines([header, *matches])


def _entries(path: Path) -> list[object]:
    try:
        value = scan(path.read_bytes())
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror or error}") from None
    except BadValue as error:
        raise RecordError(f"{path} has a value that cannot be read", [_finding(path, str(error), error.path)]) from None
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{path} is not JSON", [_finding(path, str(error)[:300], "$")]) from None
    if not isinstance(value, list):
        raise RecordError(f"{path}: found {type(value).__name__}, expected a list of matches")
    return value


def _match(entry: object) -> Match:
    if not isinstance(entry, dict) or "game" not in entry:
        raise BadMatch("$", "found no key 'game', expected an object with a game and two agents")
    seats = [name for name in entry if name != "game"]
    if len(seats) != 2:
        raise BadMatch("$", f"found {len(seats)} agents, expected two")
    raw = {"record": "match", "game": entry["game"], "setup": None, "seats": seats}
    return msgspec.convert({**raw, "returns": [entry[name] for name in seats]}, Match)


def _finding(path: Path, message: str, where: str) -> Finding:
    return Finding(severity="error", file=str(path), path=where, message=message)


@click.command(name="gamebench", short_help="Match results of GameBench.")
@click.argument("source", type=click.Path(path_type=Path), metavar="MATCHES.json")
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), required=True, metavar="FILE.jsonl", help="File to write."
)
def command(source: Path, out: Path) -> None:
    """Turn GameBench's published matches.json into a file of match results.

    \b
    interplay-build import gamebench matches.json --out gamebench.jsonl
    interplay rate gamebench.jsonl --reference
    """
    write_atomically(out, convert(source))
    click.echo(f"wrote {out}; source: {SOURCE}, {LICENSE}")
