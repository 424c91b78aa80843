"""Show what was read and what became of it: of drafts that become profiles, and of each profile of a release."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from pyoxigraph import Literal, QuerySolutions

from kg.base.errors import NotFound
from kg.cli.tables import Look, drawn
from kg.profile.account import AccountLine, ProfileAccount, in_words, read_accounts, told
from kg.store.columns import Row, value
from kg.store.release import Release
from kg.terms.vocabulary import PREFIXES

if TYPE_CHECKING:
    from kg.profile.drafts.entries import SourcedEntry
    from kg.profile.drafts.model import Draft
    from kg.profile.drafts.writing import Revision

_NAMED = 3
_LABELS = ("title", "name", "role", "degree", "course", "organization", "institution")


def draft_lines(drafts: "Sequence[tuple[Draft, Revision]]") -> Iterator[str]:
    """Yield the account of drafts that became profiles, and which of their entries were united."""
    tallies = [_tally(draft, revision) for draft, revision in drafts]
    total = sum(tallies[1:], tallies[0]) if tallies else AccountLine("entries", 0, 0)
    if not total.read:
        return
    kinds: Counter[str] = Counter()
    for draft, _ in drafts:
        kinds.update({what: sum(counts.values()) for what, counts in _account(draft).items()})
    shown = ", ".join(f"{what.replace('-', ' ')} ({number:,})" for what, number in kinds.items())
    yield f"{told([total], 'in the profile')} Read: {shown}."
    several = [entry for _, revision in drafts for entry in revision.entries if entry.section and entry.evidence.also]
    if total.united and several:
        more = f" and {len(several) - _NAMED:,} more" if len(several) > _NAMED else ""
        yield f"United: {', '.join(map(_united, several[:_NAMED]))}{more}"


def _account(draft: "Draft") -> Mapping[str, Mapping[str, int]]:
    """Return how many entries were read, and why some were left out; of documents as text, facts count."""
    facts = Counter(fact.section for fact in draft.facts if fact.section)
    return draft.account or {section: {"": number} for section, number in facts.items()}


def _tally(draft: "Draft", revision: "Revision") -> AccountLine:
    """Count what became of the entries of a draft."""
    counts = [(f"{what.replace('-', ' ')}, {reason}" if reason else "", number)
              for what, each in _account(draft).items() for reason, number in each.items()]  # fmt: skip
    own = revision.facts
    entries = [entry for entry in revision.entries if entry.section and own & entry.facts]
    rejected = len(own - {fact for entry in entries for fact in entry.facts})
    left = Counter({reason: number for reason, number in counts if reason})
    left["rejected or deleted before"] = rejected
    left["a profile cannot hold it"] = sum(bool(fact.section) for fact in draft.facts) - len(own)
    kept = sum(entry.facts <= own for entry in entries)
    read = sum(number for _, number in counts)
    asked = len({id(entry) for entry, _ in revision.conflicts if own & entry.facts})
    return AccountLine("entries", read, kept, read - kept - left.total(), asked, left_out=+left)


def _united(entry: "SourcedEntry") -> str:
    """Return what an entry is called, and the lines that say it."""
    places = [entry.evidence, *entry.evidence.also]
    label = next((str(entry.values[key]) for key in _LABELS if entry.values.get(key)), entry.section)
    is_of_one = len(entry.documents) == 1
    lines = [f"{'' if is_of_one else f'{each.source}:'}{(each.lines or (1, 1))[0]}" for each in places]
    return f"'{label[:80]}' ({'lines ' * is_of_one}{', '.join(dict.fromkeys(lines))})"


_SHARED = """
SELECT ?title (GROUP_CONCAT(DISTINCT ?file; separator=", ") AS ?files) WHERE {{
  GRAPH <{base}graph/evidence> {{
    ?own kg:supports ?work ; prov:wasDerivedFrom ?source .
    ?evidence kg:supports ?work ; prov:wasDerivedFrom ?other .
  }}
  ?source schema:mainEntity <{base}{person}> .
  ?work schema:author|schema:editor|schema:translator ?somebody ; schema:name ?title .
  ?other schema:name ?file .
  FILTER NOT EXISTS {{ ?other schema:mainEntity <{base}{person}> }}
}} GROUP BY ?work ?title ORDER BY ?title
"""
"""The works of a profile that other lists name too, with these."""


def account_lines(release: Release, person: str = "", *, as_json: bool = False) -> Iterator[str]:
    """Yield the account of a release, a line each; with the id of a person, that of their profile.

    Raises NotFound if no profile has that id, and ReleaseError if the release has no account.
    """
    found = [each for each in read_accounts(release.path) if not person or each.person == f"person/{person}"]
    if not found:
        raise NotFound(f"no profile has the id '{person}'", hint="see them all: kg info --account")
    if as_json:
        yield from (each.as_json() for each in found)
        return
    yield drawn(list(_HEAD), [_row(each) for each in found], Look()).rstrip()
    if not person:
        yield f"\n{in_words(release.manifest['account'])}"
    for each in found:
        for left in each.left_out:
            several = f" ({left.number} {_PLURALS[left.unit]})" if left.number > 1 else ""
            yield f"{each.source}:{left.line}: left out: {left.what}{several}: {left.reason}"
        if person:
            yield from _joined(release, each)


_PLURALS = {"entry": "entries", "field": "values"}
_HEAD = ("profile", "file", "entries", "joined", "left out", "authors", "fields", "fields left out")


def _row(each: ProfileAccount) -> Row:
    numbers = (
        sum(each.entries.values()),
        each.shared,
        each.number_left_out("entry"),
        each.authorships,
        each.fields,
        each.number_left_out("field"),
    )
    return (Literal(each.person.removeprefix("person/")), Literal(each.source), *map(Literal, numbers))


def _joined(release: Release, each: ProfileAccount) -> Iterator[str]:
    query = _SHARED.format(base=release.base, person=each.person)
    answer = release.store().query(query, prefixes=PREFIXES)
    for title, files in cast(QuerySolutions, answer):
        yield f"joined: '{value(title)}' with {value(files)}"
