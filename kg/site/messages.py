"""Collect what pages say into the message catalogues: `python -m kg.site.messages` adds what is new to each `.po` file.

Messages stand in templates, in Python and in scripts, where Babel finds them, and in what is declared: the labels of
kinds and fields, the questions. A translator fills `msgstr`; what is empty is shown in English.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from kg.base import resources
from kg.site.words import CATALOGUES, ENGLISH, languages, read_catalogue
from kg.store import columns
from kg.store.questions import queries
from kg.terms import dates, statuses
from kg.terms.declaration import kg_declaration
from kg.terms.vocabulary import vocabulary
from kg.terms.work_types import WORK_TYPES

_METHODS = [
    ("**/vendor/**", "ignore"),
    ("**.html", "jinja2.ext:babel_extract"),
    ("**.py", "python"),
    ("**.js", "javascript"),
]
_OPTIONS = {"**.html": {"trimmed": "true", "silent": "false"}}
_KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "N_": None, "t": None}
_SELECTED = re.compile(r"\?(\w+)")
_WIDTH = 120
_HEAD = """\
msgid ""
msgstr ""
"Language: {tag}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plural}\\n"

"""  # without dates, so that a file changes with its messages alone


def messages() -> Catalog:
    """Return all messages with where they stand, without translations."""
    found = Catalog(project="kg", charset="utf-8")
    for folder in (resources.PACKAGE / "site", resources.PACKAGE / "publish"):
        for name, _line, message, _comments, context in extract_from_dir(
            folder, _METHODS, _OPTIONS, _KEYWORDS, strip_comment_tags=True
        ):
            found.add(message, locations=[(f"kg/{folder.name}/{name}", 0)], context=context)
    for message, place in declared():
        if re.search(r"[^\W\d_]", message):
            found.add(message, locations=[(place, 0)])
    return found


def declared() -> Iterator[tuple[str, str]]:
    """Yield each message of what is declared, and where it stands."""
    declaration = kg_declaration()
    for kind in declaration.kinds.values():
        for message in (kind.label, kind.plural, *(part.before for part in kind.heads)):
            yield message, "ontology/kg.yaml"
        for part in (part for parts in kind.page.values() for part in parts if part.sections):
            yield part.name.replace("_", " "), "ontology/kg.yaml"
        for each in kind.fields.values():
            if each.show or each.is_reverse:
                yield each.label, "ontology/kg.yaml"
    named = (word.title for words in declaration.words.values() for word in words.values())
    for message in (*named, *vocabulary().words.values(), *dict(statuses.headings()).values()):
        yield message, "ontology"
    yield dates.PRESENT, "kg/terms/dates.py"
    for kind_of_work in WORK_TYPES.values():
        yield kind_of_work.name, "kg/terms/work_types.py"
    yield from _questions()


def _questions() -> Iterator[tuple[str, str]]:
    for query in queries().values():
        header, place = query.header, f"queries/{query.name}.rq"
        panel = header.panel
        counted = [word for pair in panel.count.values() for word in pair] if panel else []
        told = [header.summary, header.question or "", header.description or "", panel.title if panel else "", *counted]
        told += [each.description for each in header.parameters.values()]
        for message in told:
            yield message, place
        for variable in _SELECTED.findall(query.sparql.partition("SELECT")[2].partition("WHERE")[0]):
            yield columns.title(variable.removesuffix("Name") or variable), place


def update(path: Path, found: Catalog) -> int:
    """Add messages to a catalogue, take away those that nothing says any more; return how many lack a translation."""
    known = read_catalogue(path)
    known.update(found, no_fuzzy_matching=True)
    known.obsolete.clear()
    with path.open("wb") as file:
        file.write(_HEAD.format(tag=path.stem, plural=known.plural_forms).encode())
        write_po(file, known, width=_WIDTH, sort_output=True, include_lineno=False, omit_header=True)
    return sum(message.id != "" and not is_translated(message) for message in known)


def is_translated(message: Message) -> bool:
    """Say whether a message has a translation, in all numbers that its language has."""
    said = message.string or ()
    return bool(said) if isinstance(said, str) else bool(said) and all(said)


if __name__ == "__main__":
    collected = messages()
    for tag in languages():
        if tag != ENGLISH:
            missing = update(CATALOGUES / f"{tag}.po", collected)
            sys.stdout.write(f"{tag}: {missing} of {len(collected)} messages lack a translation\n")
