"""Settings in layers: which of them wins, and with what value."""

import re
from collections.abc import Callable, Mapping, Sequence

from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.families.services.printing import block

PREFIX = "KILN_"
ABSENT = "~"
"""The value of a flag such as ``--no-proxy``: it wins over the layers below it, and there is no value."""
SHAPE = r"\s*[a-z_]+ = .* \| (-|[a-z]+( > [a-z]+)*)\s*"
_REFERENCE = re.compile(r"\$\{([a-z_]+)\}", re.ASCII)
Values = dict[str, str]


class Settings:
    """The layers; flags last for one request."""

    def __init__(self) -> None:
        self._defaults: Values = {}
        self._file: dict[str, Values] = {"": {}}
        self._env: Values = {}
        self._flags: Values = {}

    def answer(self, commands: Sequence[str]) -> Answer:
        """Take changes, and print a line for each question.

        Commands are ``default KEY=VALUE``, ``file KEY=VALUE`` or ``file SECTION.KEY=VALUE``, ``cut KEY`` or ``cut
        SECTION.KEY`` (out of the file), ``env NAME=VALUE``, ``unset NAME``, ``flag KEY=VALUE`` and ``explain KEY``.
        """
        verbs: Mapping[str, Callable[[str], None]] = {
            "default": lambda rest: self._set(self._defaults, rest),
            "file": self._write,
            "cut": self._cut,
            "env": self._export,
            "unset": lambda name: self._export(f"{name}="),
            "flag": lambda rest: self._set(self._flags, rest),
        }
        self._flags = {}
        lines = []
        for command in commands:
            verb, _, rest = command.partition(" ")
            if verb == "explain":
                lines.append(self._explained(rest))
            else:
                verbs[verb](rest)
        return block(lines, SHAPE, "KEY = VALUE | LAYER > LAYER")

    def _set(self, layer: Values, rest: str) -> None:
        key, _, value = rest.partition("=")
        layer[key] = value

    def _write(self, rest: str) -> None:
        path, _, value = rest.partition("=")
        section, _, key = path.rpartition(".")
        self._file.setdefault(section, {})[key] = value

    def _cut(self, path: str) -> None:
        section, _, key = path.rpartition(".")
        del self._file[section][key]

    def _export(self, rest: str) -> None:
        """Set a variable; one that is empty counts as absent."""
        name, _, value = rest.partition("=")
        key = name.removeprefix(PREFIX).lower()
        self._env.pop(key, None)
        if value:
            self._env[key] = value

    def _explained(self, key: str) -> str:
        layers = [name for name, layer in self._layers(key) if key in layer]
        value = self._value(key)
        return f"{key} = {'(none)' if value is None else value} | {' > '.join(layers) or '-'}"

    def _value(self, key: str) -> str | None:
        """Return the value of the strongest layer that has the key, references replaced."""
        raw = next((layer[key] for _, layer in self._layers(key) if key in layer), ABSENT)
        if raw == ABSENT:
            return None
        return _REFERENCE.sub(lambda match: self._value(match[1]) or "", raw)

    def _layers(self, key: str) -> tuple[tuple[str, Values], ...]:
        """Return the layers from the strongest on; the profile cannot say which profile is active."""
        active = None if key == "profile" else self._value("profile")
        profile = {} if not active else self._file.get(active, {})
        return (
            ("flags", self._flags),
            ("env", self._env),
            ("profile", profile),
            ("file", self._file[""]),
            ("defaults", self._defaults),
        )
