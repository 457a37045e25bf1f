"""Texts of the games' positions, from ``texts.toml``: by module, then by name."""

from pathlib import Path

from interplay_builders.tracks.base import read_toml

TEXTS = read_toml(Path(__file__).with_name("texts.toml"), dict[str, dict[str, str]])
