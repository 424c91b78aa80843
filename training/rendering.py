"""Write bibliographic records as the lists of CVs have them: titles first, without authors, in several languages.

References that others labelled are from the ends of papers, where authors come first. These are for what they lack.
"""

import gzip
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from kg.extract.learned import labelling
from kg.extract.learned.tokens import Styled, features, list_style, tokens_of
from training.sequences import WORK_FIELDS, LabelledSequence, token_labels

STYLES = (
    "“{title}.” *{container}* {volume}, no. {issue} ({date}): {pages}.",
    "“{title},” in *{container}*, ed. {editor} ({place}: {publisher}, {date}), {pages}.",
    "“{title}.” *{container}*. {date}.",
    "“{title},” {container} ({date}), with {author}",
    "Review of {title}, by Jane Miller. {container}, {date}.",
    "Review of *{title}*. *{container}* {volume} ({date}): {pages}.",
    "{title}, in: {container} {date}, S. {pages}.",
    "{title}, in: {container}, Bd. {volume} ({date}), {pages}",
    "{title}, in: {editor} (Hrsg.), {container}, {place} {date}, S. {pages}",
    "{title} (mit {author}), {container} {date}, S. {pages}",
    "{title}, {place}: {publisher} {date}.",
    "*{title}*. {place}: {publisher}, {date}.",
    "*{title}* ({publisher}, {date})",
    "*{title}*, {publisher}, {place}, {date}.",
    "{date}\t“{title},” *{container}* {volume}({issue}), {pages}",
    "{date}. {title}. *{container}* {volume}: {pages}.",
    "{title}, *{container}*, vol. {volume}, n° {issue}, {date}, p. {pages}.",
    "«{title}», *{container}*, {volume} ({date}), pp. {pages}.",
    "«{title}», en {editor} (ed.), *{container}*, {place}, {publisher}, {date}, pp. {pages}.",
    "{author}, *{title}*, {place}, {publisher}, {date}.",
    "{author}: {title}. In: {container} {volume} ({date}), S. {pages}.",
    "{title}\n{author}\n*{container}*, {date}",
)
"""Each with its fields; between stars is set in italics."""

_PIECE = re.compile(r"\{(\w+)\}|(\*)|([^{*]+)")
_EACH, _LIST = 120, 10
_MOST_AUTHORS = 6


def rendered(path: Path) -> Iterator[LabelledSequence]:
    """Yield records of a file, compressed CSL-JSON a line, some in each style."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    for number, style in enumerate(STYLES):
        needed = set(re.findall(r"\{(\w+)\}", style))
        told = (_fields(record, number) for record in records[number :: len(STYLES)])
        chosen = list(islice((fields for fields in told if needed <= fields.keys()), _EACH))
        for begin in range(0, len(chosen), _LIST):
            yield from _list_of([_set(style, fields) for fields in chosen[begin : begin + _LIST]])


def _fields(record: Mapping[str, Any], number: int) -> dict[str, str]:
    """Return what a record says under the names of the model of works, as far as it can be written in a line."""
    dates = (record.get("issued") or {}).get("date-parts") or [[""]]
    told = {
        "title": record.get("title"), "container": record.get("container-title"), "volume": record.get("volume"),
        "issue": record.get("issue"), "pages": record.get("page"), "publisher": record.get("publisher"),
        "place": record.get("publisher-place"), "date": str(dates[0][0]), "author": _people(record, "author", number),
        "editor": _people(record, "editor", number),
    }  # fmt: skip
    return {name: " ".join(str(value).split()) for name, value in told.items() if value and "{" not in str(value)}


def _people(record: Mapping[str, Any], role: str, number: int) -> str:
    people = [each for each in record.get(role) or () if each.get("family") and each.get("given")]
    initials = [" ".join(f"{word[0]}." for word in each["given"].split()) for each in people]
    names = [
        (f"{each['given']} {each['family']}", f"{short} {each['family']}", f"{each['family']}, {short}")[number % 3]
        for each, short in zip(people, initials, strict=True)
    ]
    return ", ".join(names) if len(names) <= _MOST_AUTHORS else ""


def _set(style: str, fields: Mapping[str, str]) -> tuple[list[Styled], list[tuple[str, int, int]]]:
    """Return a record in a style, in runs, and where its fields stand."""
    runs, places = [], []
    length, italic = 0, False
    for name, star, between in _PIECE.findall(style):
        text = fields[name] if name else between
        if star:
            italic = not italic
            continue
        if name:
            places.append((name, length, length + len(text)))
        runs.append(Styled(text, italic=italic))
        length += len(text)
    return runs, places


def _list_of(several: Sequence[tuple[list[Styled], list[tuple[str, int, int]]]]) -> Iterator[LabelledSequence]:
    read = [tokens_of(runs)[1] for runs, _ in several]
    style = list_style(read, frozenset())
    for tokens, (_, places) in zip(read, several, strict=True):
        labels = token_labels([token.start for token in tokens], places)
        items = features(tokens, "pub", style, frozenset(), labelling.lexicon())
        yield LabelledSequence(WORK_FIELDS, items, labels)
