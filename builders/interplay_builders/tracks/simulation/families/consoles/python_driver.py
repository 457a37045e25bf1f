"""Runs inside the simulated interpreter: reads requests as JSON, prints what each of them printed as JSON."""

import ast
import contextlib
import io
import json
import sys
from collections.abc import Callable

Names = dict[str, object]


def run_prompt(source: str, names: Names) -> None:
    """Run statement by statement, each expression statement outside functions echoed."""
    for node in ast.parse(source).body:
        exec(compile(ast.Interactive([node]), "<stdin>", "single"), names)  # noqa: S102  that is what it is for


def run_cell(source: str, names: Names) -> None:
    """Run all statements; the value of a last one that is an expression is printed unless it is None."""
    body = ast.parse(source).body
    last = body[-1] if body else None
    if not isinstance(last, ast.Expr):
        exec(compile(ast.Module(body, []), "<cell>", "exec"), names)  # noqa: S102
        return
    exec(compile(ast.Module(body[:-1], []), "<cell>", "exec"), names)  # noqa: S102
    value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)  # noqa: S307
    if value is not None:
        print(repr(value))  # noqa: T201


def printed(run: Callable[[str, Names], None], source: str, names: Names) -> tuple[str, BaseException | None]:
    """Return what a request prints, and the exception that ended it."""
    error: BaseException | None = None
    with contextlib.redirect_stdout(io.StringIO()) as out:
        try:
            run(source, names)
        except Exception as raised:  # noqa: BLE001  whatever the simulated user's code raises is the answer
            error = raised
    return out.getvalue(), error


def main() -> None:
    """Answer all requests in one namespace."""
    names: Names = {"__name__": "__main__"}
    replies = []
    for number, source in enumerate(json.load(sys.stdin), 1):
        if sys.argv[1] == "cell":
            text, error = printed(run_cell, source, names)
            last = f"!{type(error).__name__}" if error else ""
            replies.append(f"[{number}]\n{text}{last}".rstrip("\n"))
        else:
            text, error = printed(run_prompt, source, names)
            last = f"{type(error).__name__}: {error}" if error else ""
            replies.append(f"{text}{last}".rstrip("\n"))
    json.dump(replies, sys.stdout)


if __name__ == "__main__":
    main()
