"""The HTTP API of a shelf of board games: status lines and JSON bodies."""

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qsl

from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.json_sequence import JsonSequenceParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form

Game = dict[str, Any]
Response = tuple[str, Any]
START: tuple[tuple[str, int, str], ...] = (("Azul", 4, "Kim"), ("Hive", 2, "Lou"), ("Root", 4, "Kim"))
NO_BODY = "204 No Content"


class Shelf:
    """Games by number; the number of a deleted one is not given again."""

    def __init__(self) -> None:
        self._games: dict[int, Game] = {
            n: {"id": n, "title": t, "players": p, "owner": o} for n, (t, p, o) in enumerate(START, 1)
        }
        self._given = len(START)

    def answer(self, commands: Sequence[str]) -> Answer:
        """Serve the requests and return status lines and bodies."""
        parts: list[str] = []
        for command in commands:
            status, body = self._serve(command)
            parts += [status] if status == NO_BODY else [status, json.dumps(body, ensure_ascii=False)]
        text = "\n".join(parts)
        line = r"(\d{3} [A-Za-z ]+|[\[{].*[\]}])"
        checks = (
            content("json_sequence", JsonSequenceParams(expected=tuple(parts))),
            form("bare", BareParams()),
            form("pattern", PatternParams(pattern=line, each_line=True, means="a status line or JSON on one line")),
        )
        return Answer(text, checks)

    def _serve(self, command: str) -> Response:
        method, _, rest = command.strip().partition(" ")
        target, _, text = rest.partition(" ")
        path, _, query = target.partition("?")
        body: Game = json.loads(text) if text else {}
        if path == "/games":
            return self._collection(method, query, body)
        name = path.removeprefix("/games/")
        if not (path.startswith("/games/") and name.isdigit()):
            return "404 Not Found", {"error": "unknown path"}
        if int(name) not in self._games:
            return "404 Not Found", {"error": f"no game {name}"}
        return self._single(method, int(name), body)

    def _collection(self, method: str, query: str, body: Game) -> Response:
        match method:
            case "GET":
                return "200 OK", self._listed(query)
            case "POST":
                return self._new(body)
            case _:
                return _not_allowed(method)

    def _new(self, body: Game) -> Response:
        if not _is_valid(body):
            return _invalid()
        if any(game["title"] == body["title"] for game in self._games.values()):
            return "409 Conflict", {"error": "title taken"}
        self._given += 1
        self._games[self._given] = {"id": self._given, **{k: v for k, v in body.items() if k != "id"}}
        return "201 Created", dict(self._games[self._given])

    def _single(self, method: str, number: int, body: Game) -> Response:
        match method:
            case "GET":
                return "200 OK", dict(self._games[number])
            case "DELETE":
                del self._games[number]
                return NO_BODY, None
            case "PUT":
                new = {"id": number, **{k: v for k, v in body.items() if k != "id"}}
            case "PATCH":
                merged = {**self._games[number], **body, "id": number}
                new = {k: v for k, v in merged.items() if v is not None}
            case _:
                return _not_allowed(method)
        if not _is_valid(new):
            return _invalid()
        self._games[number] = new
        return "200 OK", dict(new)

    def _listed(self, query: str) -> list[Game]:
        games = [dict(self._games[number]) for number in sorted(self._games)]
        for key, value in parse_qsl(query):
            if key == "sort":
                field = value.removeprefix("-")
                games.sort(key=lambda game: game[field], reverse=value.startswith("-"))
            else:
                games = [game for game in games if key in game and str(game[key]) == value]
        return games


def _is_valid(body: Game) -> bool:
    title, players = body.get("title"), body.get("players")
    return isinstance(title, str) and bool(title) and isinstance(players, int) and players >= 1


def _invalid() -> Response:
    return "422 Unprocessable Content", {"error": "title and players are required"}


def _not_allowed(method: str) -> Response:
    return "405 Method Not Allowed", {"error": f"{method} not allowed"}
