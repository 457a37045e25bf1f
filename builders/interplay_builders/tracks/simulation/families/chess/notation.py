"""Standard algebraic notation (FIDE Laws of Chess, appendix C, with English piece letters)."""

import re

from interplay_builders.tracks.simulation.families.chess.rules import Move, Position, name_of

_SAN = re.compile(
    r"(?P<piece>[KQRBN])?(?P<file>[a-h])?(?P<rank>[1-8])?(?P<takes>x)?(?P<target>[a-h][1-8])(?:=(?P<promotion>[QRBN]))?"
)


def san_of(position: Position, move: Move) -> str:
    """Return a legal move in algebraic notation, with ``+`` or ``#``."""
    after = position.after(move)
    mark = "" if not after.in_check() else "+" if after.legal() else "#"
    piece = position.board[move.source].upper()
    if piece == "K" and abs(move.target - move.source) == 2:
        return ("O-O" if move.target > move.source else "O-O-O") + mark
    takes = "x" if position.captures(move) else ""
    if piece == "P":
        start = name_of(move.source)[0] if takes else ""
        turned = f"={move.promotion.upper()}" if move.promotion else ""
        return f"{start}{takes}{name_of(move.target)}{turned}{mark}"
    return f"{piece}{_disambiguation(position, move)}{takes}{name_of(move.target)}{mark}"


def _disambiguation(position: Position, move: Move) -> str:
    """Return file, rank or both of the source where several pieces of the kind can go there."""
    piece = position.board[move.source]
    rivals = [
        source
        for source, other in enumerate(position.board)
        if other == piece and source != move.source and position.allows(Move(source, move.target))
    ]
    if not rivals:
        return ""
    name = name_of(move.source)
    if all(rival % 8 != move.source % 8 for rival in rivals):
        return name[0]
    return name[1] if all(rival // 8 != move.source // 8 for rival in rivals) else name


def move_of(position: Position, text: str) -> Move | None:
    """Return the only legal move that *text* can mean, or nothing; file and rank may be given where not needed."""
    plain = re.sub(r"[+#!?]", "", text)
    legal = position.legal()
    if plain in {"O-O", "O-O-O"}:
        return next((move for move in legal if san_of(position, move).rstrip("+#") == plain), None)
    match = _SAN.fullmatch(plain)
    if match is None:
        return None
    moves = [move for move in legal if _fits(position, move, match)]
    return moves[0] if len(moves) == 1 else None


def _fits(position: Position, move: Move, match: re.Match[str]) -> bool:
    source = name_of(move.source)
    castling = position.board[move.source] in "Kk" and abs(move.target - move.source) == 2
    return (
        name_of(move.target) == match["target"]
        and position.board[move.source].upper() == (match["piece"] or "P")
        and source.startswith(match["file"] or "")
        and source.endswith(match["rank"] or "")
        and move.promotion.upper() == (match["promotion"] or "")
        and position.captures(move) == bool(match["takes"])
        and not castling
    )
