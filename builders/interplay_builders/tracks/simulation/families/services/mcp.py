"""A server of the Model Context Protocol (revision 2025-06-18) with tools for notes, one of which comes and goes."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.json_sequence import JsonSequenceParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form

PAGE = 2
TOOLS: Mapping[str, Mapping[str, str]] = {
    "add": {"text": "string"},
    "append": {"id": "integer", "text": "string"},
    "drop": {"id": "integer"},
    "get": {"id": "integer"},
}
"""The arguments of each tool, all of them required, and their types."""
NEEDS_NOTES = "drop"
"""The tool that is there only while there are notes."""
UNKNOWN_METHOD, INVALID_PARAMS = -32601, -32602
MESSAGES: Mapping[int, str] = {UNKNOWN_METHOD: "Method not found", INVALID_PARAMS: "Invalid params"}
CHANGED = "notifications/tools/list_changed"


class ProtocolError(ValueError):
    """A request that the protocol refuses; the argument is the code."""


class Server:
    """The notes, by their numbers."""

    def __init__(self) -> None:
        self._notes: dict[int, str] = {}
        self._saved = 0

    def answer(self, commands: Sequence[str]) -> Answer:
        """Take messages of the client, a JSON object each, and print what the server sends."""
        sent = [json.dumps(message, separators=(",", ":")) for line in commands for message in self._replies(line)]
        checks = (
            content("json_sequence", JsonSequenceParams(expected=tuple(sent))),
            form("bare", BareParams(may_fence=True)),
            form("pattern", PatternParams(pattern=r"\s*\{.*\}\s*", each_line=True, means="one JSON object on a line")),
        )
        return Answer("\n".join(sent), checks)

    def _replies(self, line: str) -> list[dict[str, Any]]:
        """Return the messages that follow on one of the client: none on a notification."""
        message = json.loads(line)
        if "id" not in message:
            return []
        had_notes = bool(self._notes)
        try:
            outcome = {"result": self._result(message["method"], message.get("params", {}))}
        except ProtocolError as error:
            code = int(str(error))
            outcome = {"error": {"code": code, "message": MESSAGES[code]}}
        response = {"jsonrpc": "2.0", "id": message["id"], **outcome}
        notice = {"jsonrpc": "2.0", "method": CHANGED}
        return [notice, response] if had_notes != bool(self._notes) else [response]

    def _result(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        if method == "tools/list":
            return self._page(params.get("cursor"))
        if method == "tools/call":
            return self._called(params["name"], params.get("arguments", {}))
        if method == "ping":
            return {}
        raise ProtocolError(UNKNOWN_METHOD)

    def _tools(self) -> list[str]:
        return sorted(name for name in TOOLS if self._notes or name != NEEDS_NOTES)

    def _page(self, cursor: str | None) -> dict[str, Any]:
        names = self._tools()
        if cursor is not None and cursor not in names[::PAGE]:
            raise ProtocolError(INVALID_PARAMS)
        start = 0 if cursor is None else names.index(cursor)
        page: dict[str, Any] = {"tools": [_described(name) for name in names[start : start + PAGE]]}
        return page | ({"nextCursor": names[start + PAGE]} if start + PAGE < len(names) else {})

    def _called(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        if name not in self._tools() or not _fits(TOOLS[name], arguments):
            raise ProtocolError(INVALID_PARAMS)
        if "id" in arguments and arguments["id"] not in self._notes:
            return _result(f"no note {arguments['id']}", is_error=True)
        return _result(self._done(name, arguments))

    def _done(self, name: str, arguments: Mapping[str, Any]) -> str:
        """Use a tool on a note that is there, or is to be; return what it says."""
        if name == "add":
            self._saved += 1
            self._notes[self._saved] = arguments["text"]
            return f"saved {self._saved}"
        number = arguments["id"]
        if name == "drop":
            del self._notes[number]
            return f"dropped {number}"
        self._notes[number] += arguments.get("text", "") if name == "append" else ""
        return self._notes[number]


def _described(name: str) -> dict[str, Any]:
    properties = {key: {"type": kind} for key, kind in TOOLS[name].items()}
    return {"name": name, "inputSchema": {"type": "object", "properties": properties, "required": list(properties)}}


def _fits(schema: Mapping[str, str], arguments: Mapping[str, Any]) -> bool:
    """Return whether all arguments are there and of their types; true and false are no integers."""
    types = {"string": str, "integer": int}
    return all(
        isinstance(arguments.get(key), types[kind]) and not isinstance(arguments.get(key), bool)
        for key, kind in schema.items()
    )


def _result(text: str, *, is_error: bool = False) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": text}], "isError": is_error}
