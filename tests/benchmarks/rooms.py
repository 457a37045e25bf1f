"""Print the size of every package folder: files, lines, and the imports between folders.

Run by hand: ``python -m tests.benchmarks.rooms [ROOT]``, where ROOT is a checkout (default: this one).
"""

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SOURCES = ("scoring/interplay", "scoring/interplay_lab", "builders/interplay_builders")


def folder_of(module: str) -> str:
    """Return the folder that a dotted module name lies in: the package and its first part, games apart."""
    parts = module.split(".")
    depth = 3 if parts[:3] == ["interplay", "tracks", "games"] else 2
    return "/".join(parts[:depth])


def modules(root: Path) -> Iterator[tuple[str, Path]]:
    """Yield the dotted name and the path of every module below *root*."""
    for source in SOURCES:
        for path in sorted((root / source).rglob("*.py")):
            inner = path.relative_to((root / source).parent).with_suffix("")
            yield ".".join(inner.parts).removesuffix(".__init__"), path


def imports(path: Path) -> Iterator[str]:
    """Yield the dotted names that a module imports from the packages."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("interplay"):
            for alias in node.names:
                yield f"{node.module}.{alias.name}"


def main(root: Path) -> None:
    """Print one line a folder, and the sums of each package."""
    files: Counter[str] = Counter()
    lines: Counter[str] = Counter()
    outgoing: Counter[str] = Counter()
    incoming: Counter[str] = Counter()
    for name, path in modules(root):
        folder = folder_of(name)
        files[folder] += 1
        lines[folder] += path.read_text(encoding="utf-8").count("\n")
        for target in {folder_of(target) for target in imports(path)} - {folder}:
            outgoing[folder] += 1
            incoming[target] += 1
    print(f"{'folder':40} {'files':>5} {'lines':>7} {'imports':>8} {'imported by':>12}")
    for folder in sorted(files):
        print(f"{folder:40} {files[folder]:5} {lines[folder]:7,} {outgoing[folder]:8} {incoming[folder]:12}")
    for package in ("interplay", "interplay_lab", "interplay_builders"):
        inside = [folder for folder in files if folder.split("/")[0] == package]
        if inside:
            count, length = sum(files[folder] for folder in inside), sum(lines[folder] for folder in inside)
            print(f"{package + ' in all':40} {count:5} {length:7,}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2])
