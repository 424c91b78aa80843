"""Towns among the pieces of an entry: campuses, which belong to a university, and places without a well-known name."""

import re
from dataclasses import replace

from kg.extract.career import degrees, vocabulary
from kg.extract.career.segment import Segment

CAMPUSES = re.compile(
    r"""(?:the[ ])?(?:university[ ]of[ ](?:california|wisconsin|texas|illinois|massachusetts|maryland|minnesota|colorado
        |north[ ]carolina|missouri|michigan|tennessee|nebraska|alabama|hawaii|nevada|arkansas|washington|wales|london)
    | (?:indian|national|birla)[ ]institute[ ]of[ ]technology(?:[ ]and[ ]science)?
    | california[ ]state[ ]university | state[ ]university[ ]of[ ]new[ ]york | city[ ]university[ ]of[ ]new[ ]york
    | texas[ ]a&m[ ]university | uc | suny | cuny | iit | nit | iiit | bits)""",
    re.IGNORECASE | re.VERBOSE,
)


def with_campuses(pieces: list[Segment]) -> list[Segment]:
    """Return pieces in which `Berkeley` is part of the University of California before it."""
    found: list[Segment] = []
    for place, piece in enumerate(pieces):
        last = found[-1] if found else None
        is_campus = (
            last and piece.before in (",", "-") and CAMPUSES.fullmatch(last.text) and _names_campus(pieces, place)
        )
        if last and is_campus:
            found[-1] = replace(
                last, text=f"{last.text}, {piece.text}" if piece.before == "," else f"{last.text} - {piece.text}"
            )
        else:
            found.append(piece)
    return found


def _names_campus(pieces: list[Segment], place: int) -> bool:
    piece = pieces[place]
    if vocabulary.is_region_code(piece.text) or degrees.find(piece.text) or not vocabulary.may_be_city(piece.text):
        return False
    if "california" in pieces[place - 1].text.casefold():
        return True
    follows_place = place + 1 < len(pieces) and vocabulary.is_place(pieces[place + 1].text)
    return not follows_place and not vocabulary.rank(piece.text)


def with_places(pieces: list[Segment]) -> list[Segment]:
    """Return pieces in which a town before a state or a country is a place too: `King of Prussia` before `PA`."""
    found = list(pieces)
    for place in range(len(found) - 1, 0, -1):
        here, before = found[place], found[place - 1]
        if here.kind != "place" or before.kind not in ("unknown", "organization") or here.before != ",":
            continue
        if vocabulary.is_city(here.text) or here is not pieces[place]:
            continue  # a town lies in no town
        others = [one for one in found[: place - 1] if one.kind in ("organization", "unknown")]
        is_town = vocabulary.may_be_city(before.text) and (
            before.kind == "unknown" or vocabulary.is_region_code(here.text)
        )
        starts = place == 1 or before.before in ("\t", "-", "line")
        if is_town and (others or (starts and before.kind == "unknown" and vocabulary.is_region_code(here.text))):
            found[place - 1] = replace(before, kind="place", level=0)
    return found
