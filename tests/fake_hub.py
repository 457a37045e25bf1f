"""A loopback server that speaks as much of the Hub's protocol as publishing, opening and loading a dataset need.

Repositories live in memory. Files above ``LARGE`` bytes are uploaded as LFS objects, smaller ones inside the commit, as
on the Hub. ``faults`` are answers given instead, a number of times, to requests whose method and path match.
"""

import base64
import hashlib
import json
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

TOKENS = {"hf_writer": "write", "hf_reader": "read"}
LARGE = 20_000
ATTRIBUTES = b"*.parquet filter=lfs diff=lfs merge=lfs -text\n"


@dataclass
class Repo:
    """A dataset repository: its commits, each a map from paths to bytes, the newest last, and its tags."""

    private: bool
    commits: dict[str, dict[str, bytes]] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    offered: dict[str, dict[str, bytes]] = field(default_factory=dict)  # files of pull requests, by their reference
    messages: dict[str, str] = field(default_factory=dict)

    @property
    def head(self) -> str:
        return list(self.commits)[-1]

    def commit(self, files: Mapping[str, bytes]) -> str:
        """Make a commit of *files* and return its hash, which depends on the one before."""
        state = [*self.commits][-1:], sorted((path, hashlib.sha1(data).hexdigest()) for path, data in files.items())
        oid = hashlib.sha1(json.dumps(state).encode()).hexdigest()
        self.commits[oid] = dict(files)
        return oid

    def resolve(self, revision: str) -> str | None:
        """Return the commit of a branch, a tag or a hash."""
        if revision in {"main", "refs/heads/main"}:
            return self.head
        return self.tags.get(revision.removeprefix("refs/tags/"), revision if revision in self.commits else None)


@dataclass
class Fault:
    """What is answered instead: *status*, or a connection that is cut, to the next *times* requests that match."""

    method: str
    path: str
    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    error: str = "scripted"
    times: int = 10**9
    skip: int = 0


class RefusedError(Exception):
    """An answer that is not 200."""

    def __init__(self, status: int, error: str, code: str = "", headers: Mapping[str, str] | None = None) -> None:
        self.status, self.error, self.headers = status, error, dict(headers or {})
        self.more: dict[str, str] = {}
        if code:
            self.headers["X-Error-Code"] = code
        self.headers["X-Error-Message"] = error
        super().__init__(error)


class FakeHub:
    """The server, in threads of its own. Use it as a context manager."""

    def __init__(self) -> None:
        self.repos: dict[str, Repo] = {}
        self.objects: dict[str, bytes] = {}
        self.faults: list[Fault] = []
        self.spoilt = ""  # the path of a file that a commit loses the last byte of
        self.requests: list[tuple[str, str]] = []
        self.lock = threading.RLock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def count(self, method: str, path: str) -> int:
        """Return how many requests came whose path matches."""
        return sum(m == method and re.search(path, p) is not None for m, p in self.requests)

    def __enter__(self) -> "FakeHub":
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(10)

    def fault(self, method: str, path: str) -> Fault | None:
        """Return the fault that strikes this request, counted as having struck."""
        for fault in self.faults:
            if fault.times and fault.method == method and re.search(fault.path, path):
                if fault.skip:
                    fault.skip -= 1
                    continue
                fault.times -= 1
                return fault
        return None


def git_oid(data: bytes) -> str:
    """Return the hash that Git gives a file."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


def pointer(data: bytes) -> bytes:
    """Return what Git holds of a large file."""
    return f"version https://git-lfs.github.com/spec/v1\noid sha256:{_sha256(data)}\nsize {len(data)}\n".encode()


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _entry(path: str, data: bytes) -> dict[str, Any]:
    """Return a file as trees list it."""
    if len(data) <= LARGE:
        return {"type": "file", "path": path, "size": len(data), "oid": git_oid(data)}
    lfs = {"oid": _sha256(data), "size": len(data), "pointerSize": len(pointer(data))}
    return {"type": "file", "path": path, "size": len(data), "oid": git_oid(pointer(data)), "lfs": lfs}


class _Handler(BaseHTTPRequestHandler):
    hub: FakeHub
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the library's name
        """Print nothing."""

    def do_GET(self) -> None:
        self._answer()

    do_HEAD = do_POST = do_PUT = do_GET  # noqa: N815  the library's names

    def _answer(self) -> None:
        split = urlsplit(self.path)
        path = unquote(split.path)
        self.query = parse_qs(split.query)
        with self.hub.lock:
            self.hub.requests.append((self.command, path))
            fault = self.hub.fault(self.command, path)
        if fault is not None and fault.status == 0:  # the line goes dead in the middle of what is sent
            self.rfile.read(int(self.headers.get("Content-Length") or 0) // 2)
            self.close_connection = True
            self.connection.close()
            return
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            with self.hub.lock:
                data, headers = self._routed(path, body, fault)
            self._send(200, data, headers)
        except RefusedError as refused:
            self._send(refused.status, json.dumps({"error": refused.error, **refused.more}).encode(), refused.headers)

    def _send(self, status: int, data: bytes, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers, "Content-Length": str(len(data))}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _routed(self, path: str, body: bytes, fault: Fault | None) -> tuple[bytes, Mapping[str, str]]:
        if fault is not None:
            raise RefusedError(fault.status, fault.error, headers=fault.headers)
        for method, pattern, action in ROUTES:
            match = re.fullmatch(pattern, path)
            if match and self.command in method.split():
                answer = action(self, body, **match.groupdict())
                return answer if isinstance(answer, tuple) else (json.dumps(answer).encode(), {})
        raise RefusedError(404, f"the stand-in knows no {self.command} {path}")

    def _right(self) -> str:
        """Return what the token allows: nothing, "read" or "write"."""
        given = self.headers.get("Authorization", "")
        if not given:
            return ""
        if given.removeprefix("Bearer ") not in TOKENS:
            raise RefusedError(401, "Invalid credentials in Authorization header")
        return TOKENS[given.removeprefix("Bearer ")]

    def _writes(self) -> None:
        if not self._right():
            raise RefusedError(401, "Invalid username or password.")
        if self._right() != "write":
            raise RefusedError(403, "You don't have the required permissions")

    def _repo(self, name: str) -> Repo:
        repo = self.hub.repos.get(name)
        if repo is None or (repo.private and not self._right()):
            raise RefusedError(404 if self._right() else 401, "Repository not found", "RepoNotFound")
        return repo

    def _at(self, name: str, revision: str) -> tuple[Repo, str]:
        repo = self._repo(name)
        commit = repo.resolve(revision)
        if commit is None:
            raise RefusedError(404, f"Invalid rev id: {revision}", "RevisionNotFound")
        return repo, commit

    def whoami(self, body: bytes) -> object:
        if not self._right():
            raise RefusedError(401, "Invalid username or password.")
        return {"type": "user", "name": "owner", "orgs": [], "auth": {"accessToken": {"role": self._right()}}}

    def create(self, body: bytes) -> object:
        self._writes()
        asked = json.loads(body)
        name = f"{asked.get('organization') or 'owner'}/{asked['name']}"
        if name in self.hub.repos:
            refused = RefusedError(409, "You already created this dataset repo")
            refused.more["url"] = f"{self.hub.url}/datasets/{name}"
            raise refused
        repo = self.hub.repos[name] = Repo(private=asked.get("visibility") == "private" or bool(asked.get("private")))
        repo.commit({".gitattributes": ATTRIBUTES})
        return {"url": f"{self.hub.url}/datasets/{name}"}

    def info(self, body: bytes, name: str, revision: str = "main") -> object:
        repo, commit = self._at(name, revision)
        files = [{"rfilename": path} for path in sorted(repo.commits[commit])]
        return {
            "id": name,
            "sha": commit,
            "private": repo.private,
            "siblings": files,
            "tags": [],
            "downloads": 0,
            "sdk": "static",
        }

    def refs(self, body: bytes, name: str) -> object:
        repo = self._repo(name)
        tags = [{"name": t, "ref": f"refs/tags/{t}", "targetCommit": c} for t, c in repo.tags.items()]
        branches = [{"name": "main", "ref": "refs/heads/main", "targetCommit": repo.head}]
        return {"branches": branches, "converts": [], "tags": tags}

    def tree(self, body: bytes, name: str, revision: str, below: str | None = None) -> object:
        repo, commit = self._at(name, revision)
        files = repo.commits[commit]
        below = below or ""
        start = f"{below.strip('/')}/" if below.strip("/") else ""
        inside = {path: data for path, data in files.items() if path.startswith(start)}
        if start and not inside:
            raise RefusedError(404, f"{below} does not exist", "EntryNotFound")
        folders = {path[:i] for path in inside for i, c in enumerate(path) if c == "/" and i > len(start)}
        entries = [_entry(path, data) for path, data in sorted(inside.items())]
        entries += [{"type": "directory", "path": path, "size": 0, "oid": "0" * 40} for path in sorted(folders)]
        deep = self.query.get("recursive", ["false"])[0].lower() in {"true", "1"}
        return [entry for entry in entries if deep or "/" not in entry["path"].removeprefix(start)]

    def paths(self, body: bytes, name: str, revision: str) -> object:
        repo, commit = self._at(name, revision)
        files = repo.commits[commit]
        kind = self.headers.get("Content-Type", "")
        wanted = json.loads(body)["paths"] if "json" in kind else parse_qs(body.decode())["paths"]
        found = [_entry(path, files[path]) for path in wanted if path in files]
        folders = [p for p in wanted if p not in files and any(path.startswith(f"{p}/") for path in files)]
        return found + [{"type": "directory", "path": path, "size": 0, "oid": "0" * 40} for path in folders]

    def yaml(self, body: bytes) -> object:
        return {"errors": [], "warnings": []}

    def preupload(self, body: bytes, name: str, revision: str) -> object:
        self._writes()
        repo, commit = self._at(name, revision)
        held = repo.commits[commit]
        answers = []
        for file in json.loads(body)["files"]:
            path, mode = file["path"], "lfs" if file["size"] > LARGE else "regular"
            there = {"oid": self._held(held[path])} if path in held else {}
            answers.append({"path": path, "uploadMode": mode, "shouldIgnore": False, **there})
        return {"files": answers}

    def _held(self, data: bytes) -> str:
        return _sha256(data) if len(data) > LARGE else git_oid(data)

    def batch(self, body: bytes, name: str) -> object:
        self._writes()
        objects = []
        for wanted in json.loads(body)["objects"]:
            there = wanted["oid"] in self.hub.objects
            action = {"upload": {"href": f"{self.hub.url}/lfs/{wanted['oid']}", "header": {}}}
            objects.append({**wanted} if there else {**wanted, "actions": action})
        return {"transfer": "basic", "objects": objects}

    def put(self, body: bytes, oid: str) -> object:
        if _sha256(body) != oid:
            raise RefusedError(400, "the object is not what its hash says")
        self.hub.objects[oid] = body
        return {}

    def commit(self, body: bytes, name: str, revision: str) -> object:
        self._writes()
        repo, commit = self._at(name, revision)
        files = dict(repo.commits[commit])
        for line in map(json.loads, body.splitlines()):
            value = line["value"]
            if line["key"] == "file":
                files[value["path"]] = base64.b64decode(value["content"])
            elif line["key"] == "lfsFile":
                files[value["path"]] = self.hub.objects[value["oid"]]
            elif line["key"] == "deletedFile":
                del files[value["path"]]
        if self.hub.spoilt:
            files[self.hub.spoilt] = files[self.hub.spoilt][:-1]
        if self.query.get("create_pr") == ["1"]:
            ref = f"refs/pr/{len(repo.offered) + 1}"
            repo.offered[ref] = files
            there = f"{self.hub.url}/datasets/{name}"
            return {
                "success": True,
                "commitOid": "0" * 40,
                "commitUrl": f"{there}/commit/0",
                "pullRequestUrl": f"{there}/discussions/{ref[8:]}",
            }
        oid = repo.commit(files)
        return {"success": True, "commitOid": oid, "commitUrl": f"{self.hub.url}/datasets/{name}/commit/{oid}"}

    def tag(self, body: bytes, name: str, revision: str) -> object:
        self._writes()
        repo, commit = self._at(name, revision)
        asked = json.loads(body)
        if asked["tag"] in repo.tags:
            raise RefusedError(409, f"Tag {asked['tag']} already exists")
        repo.tags[asked["tag"]], repo.messages[asked["tag"]] = commit, asked.get("message", "")
        return {}

    def file(self, body: bytes, name: str, revision: str, path: str) -> tuple[bytes, Mapping[str, str]]:
        repo, commit = self._at(name, revision)
        data = repo.commits[commit].get(path)
        if data is None:
            raise RefusedError(404, "Entry not found", "EntryNotFound", {"X-Repo-Commit": commit})
        etag = f'"{self._held(data)}"'
        return data, {"X-Repo-Commit": commit, "ETag": etag, "Content-Type": "application/octet-stream"}


_NAME = r"(?P<name>[\w.-]+/[\w.-]+)"
_REVISION = r"(?P<revision>(?:refs/)?[^/]+|refs/\w+/[^/]+)"
ROUTES: list[tuple[str, str, Callable[..., Any]]] = [
    ("GET", "/api/whoami-v2", _Handler.whoami),
    ("POST", "/api/repos/create", _Handler.create),
    ("POST", "/api/validate-yaml", _Handler.yaml),
    ("GET HEAD", f"/api/(?:datasets|spaces)/{_NAME}", _Handler.info),
    ("GET HEAD", f"/api/(?:datasets|spaces)/{_NAME}/revision/{_REVISION}", _Handler.info),
    ("GET", f"/api/(?:datasets|spaces)/{_NAME}/refs", _Handler.refs),
    ("GET", f"/api/(?:datasets|spaces)/{_NAME}/tree/{_REVISION}(?P<below>/.*)?", _Handler.tree),
    ("POST", f"/api/(?:datasets|spaces)/{_NAME}/paths-info/{_REVISION}", _Handler.paths),
    ("POST", f"/api/(?:datasets|spaces)/{_NAME}/preupload/{_REVISION}", _Handler.preupload),
    ("POST", f"/(?:datasets|spaces)/{_NAME}.git/info/lfs/objects/batch", _Handler.batch),
    ("PUT", r"/lfs/(?P<oid>[0-9a-f]{64})", _Handler.put),
    ("POST", f"/api/(?:datasets|spaces)/{_NAME}/commit/{_REVISION}", _Handler.commit),
    ("POST", f"/api/(?:datasets|spaces)/{_NAME}/tag/{_REVISION}", _Handler.tag),
    ("GET HEAD", f"/(?:datasets|spaces)/{_NAME}/resolve/{_REVISION}/(?P<path>.+)", _Handler.file),
]


def _handler(hub: FakeHub) -> type[_Handler]:
    return type("Handler", (_Handler,), {"hub": hub})
