"""Lines that enumerate awards: several with a year each, or several behind a label."""

from kg.extract import bodies
from kg.extract.pieces import cut, trimmed
from kg.extract.recognition import dates
from kg.extract.sections import is_plain


def several(text: str) -> list[str]:
    """Return the awards of a line that enumerates them, each with a year of its own; else nothing.

    >>> several("Best reviewer: ICML 2021, ICLR 2020")
    ['Best reviewer, ICML 2021', 'Best reviewer, ICLR 2020']
    """
    return _under_label(text) or _in_row(text)


def undated(piece: str) -> str:
    """Return a piece without its first date."""
    for found in (*dates.find(piece), *dates.glued(piece))[:1]:
        return trimmed(piece[: found.begin] + piece[found.stop :])
    return piece


def _in_row(text: str) -> list[str]:
    """Return awards that follow each other, each with a year and a word of awards."""
    for marks in (";", ",;"):
        pieces: list[str] = []
        for piece in cut(text, marks):
            if pieces and dates.is_only(piece, dates.find(piece)):
                pieces[-1] += f", {piece}"
            else:
                pieces.append(piece)
        if len(pieces) > 1 and all(_is_complete(piece) for piece in pieces):
            return pieces
    return []


def _under_label(text: str) -> list[str]:
    """Return the awards of a line that enumerates them behind a label: `Fellowships: …`, `Best reviewer: …`."""
    label, colon, listed = text.partition(":")
    pieces = cut(listed, ",;") if colon else []
    if len(pieces) < 2 or dates.find(label) or not all(dates.find(piece) or dates.glued(piece) for piece in pieces):
        return []
    if any(dates.is_only(piece, dates.find(piece)) for piece in pieces):
        return []
    if is_plain(label):
        return pieces
    are_venues = all(bodies.is_venue(undated(piece).strip()) for piece in pieces)
    return [f"{label}, {piece}" for piece in pieces] if are_venues and bodies.is_award(label) else []


def _is_complete(piece: str) -> bool:
    return bool(dates.find(piece) or dates.glued(piece)) and bodies.is_award(piece) and len(piece.split()) > 2
