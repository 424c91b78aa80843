"""Read the namesakes that AMiner labelled.

A file of XML for each name (Tang et al., A Unified Probabilistic Framework for Name Disambiguation, 2012): its works
with title, year, authors and venue, and of the author who is meant the organisation and a number that says who it is.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

from labelled import Labelled, LabelledWork, record

from kg.profile.names import frequencies, is_short, read_name

_BARE = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d+);)|[\x00-\x08\x0b-\x1f]")


def works(directory: Path) -> Iterator[LabelledWork]:
    """Yield the works of all names, without those that do not name the author who is meant."""
    for file in sorted(directory.glob("*.xml")):
        for number, said in enumerate(publications(file)):
            authors = [{"name": name} for part in said["authors"].split(",") if (name := part.strip())]
            fits = [_common_words(author["name"], file.stem) for author in authors]
            if max(fits, default=0):
                place = fits.index(max(fits))
                if said["organization"]:
                    authors[place]["organization"] = said["organization"]
                work = {"title": said["title"], "authors": authors, "venue": said["jconf"]}
                meant = Labelled(file.stem, said["label"], place, [group(file.stem)])
                yield LabelledWork(record("aminer", f"{file.stem}/{number}", work, said["year"]), [meant])


def publications(file: Path) -> Iterator[dict[str, str]]:
    """Yield the fields of each work of a file."""
    text = _BARE.sub(lambda found: "&amp;" if found[0] == "&" else " ", file.read_text("utf-8", "replace"))
    for node in ET.fromstring(text).iter("publication"):  # noqa: S314  (a file of the reader's own)
        yield {child.tag: (child.text or "").strip().removesuffix("null") for child in node}


def _common_words(one: str, other: str) -> int:
    """Return how many words two names have in common, twice, and one more if these are all."""
    mine, others = (set(read_name(name).words) for name in (one, other))
    return len(mine & others) * 2 + (mine == others)


def group(name: str) -> str:
    """Return the group of a name: initials, or the origin of the family name as kg's table of names has it."""
    read = read_name(name)
    if is_short(read):
        return "initials"
    origins = {family: kind for family, _, kind in frequencies("families")}
    return origins.get(read.family, "western")
