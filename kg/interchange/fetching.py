"""Fetch the record of a person or a work by its id, only when a user asks for it by name."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from kg.base.errors import IdentifierError, NotFound, Problem, ReadError, StoreError
from kg.base.limits import limited
from kg.base.node import Node
from kg.interchange import parsed_text
from kg.interchange.drafting import MAX_BYTES
from kg.interchange.formats import FORMATS
from kg.interchange.http import FRESH, Client, store
from kg.interchange.plain import several, text, whole
from kg.profile.config import SERVICES, Services
from kg.profile.drafts.model import PERSON, Draft
from kg.profile.reading import sha256_of
from kg.terms.identifiers import SCHEMES, iri_of, key_of, slug

_BATCH = 100  # ORCID gives that many works at once
_MOST_PAGES = 100
_ORCID = re.compile(r"\d{4}-")
_CSL = "application/vnd.citationstyles.csl+json"
_Fetch = Callable[[Client, str, str], tuple[str, str]]


class UnreadableAnswer(StoreError):
    """What a service answered is not what it should be: half of it, or something else."""


def is_id(form: str, name: str) -> bool:
    """Say whether a text is an id by which a format can be fetched."""
    try:
        return form in SOURCES and bool(_bare(form, name)[1])
    except IdentifierError:
        return False


def refusal(form: str, name: str) -> str:
    """Return why a text is no id by which a format can be fetched."""
    try:
        _bare(form, name)
    except IdentifierError as error:
        return str(error)
    return ""


def fetch(form: str, name: str, services: Services, say: Callable[[str], None], *, refresh: bool = False) -> Draft:
    """Return what a service says of an id; see `fetched`.

    Raises:
        ReadError: If the answer cannot be read.
    """
    client = Client(services, say, fresh=0 if refresh else FRESH)
    return fetched(form, name, services, client).read()


@dataclass(frozen=True)
class Fetched:
    """What a service says of an id, in a file."""

    iri: str  # The address of what the service says
    path: Path
    reader: str  # The format of the file
    client: Client
    about: str = ""  # The address of the id that was asked for

    @property
    def sha256(self) -> str:
        """The hash of the file, which changes when the service says anything else."""
        return sha256_of(self.path)

    def read(self) -> Draft:
        """Return it as a draft.

        Raises:
            ReadError: If it cannot be read.
            StoreError: If it is about somebody else.
        """
        try:
            with limited(self.path):
                draft = FORMATS[self.reader].read(self.path)
            self._check(draft)
        except (ReadError, StoreError):
            self.client.forget()
            raise
        return _named(draft, self.iri)

    def _check(self, draft: Draft) -> None:
        """Refuse the record of somebody else: a service may have joined two, or be mistaken."""
        key = key_of(self.about)
        stated = [str(fact.values[key]) for fact in draft.facts if fact.section == PERSON and key in fact.values]
        if stated and self.about not in (iris := [iri_of(key, each) for each in stated]):
            message = f"the answer for {self.about} is the record of {', '.join(iris)}"
            raise StoreError(message, hint=f"if both are one person, state the '{key}' of the answer in the profile")


def fetched(form: str, name: str, services: Services, client: Client) -> Fetched:
    """Return what a service says of an id.

    Args:
        form: One of `SOURCES`.
        name: The id, or its address.
        services: Where the services are.
        client: What asks.

    Raises:
        IdentifierError: If the id is not valid.
        NotFound: If the service does not know it.
        StoreError: If the service does not answer as it should.
        ReadError: If the cache cannot be written.
    """
    scheme, bare = _bare(form, name)
    try:
        document, suffix = SOURCES[form].fetch(client, services.bases[form], bare)
    except UnreadableAnswer:
        client.forget()
        raise
    path = store(client.cache, f"{form}-{slug(bare, length=60)}{suffix}", document)
    about = SCHEMES[scheme].canonical(name)
    iri = _author_in(document, about) if scheme == "orcid" != form else record_iri(form, name)
    return Fetched(iri, path, SOURCES[form].form, client, about)


def id_for(form: str, ids: Mapping[str, str]) -> str:
    """Return the id by which a service is asked about a person, of those that are known by their schemes."""
    return next((str(ids[scheme]) for scheme in SOURCES[form].schemes if ids.get(scheme)), "")


def record_iri(form: str, name: str) -> str:
    """Return the address of what a service says of an id, by which evidence calls it."""
    scheme, bare = _bare(form, name)
    is_own = scheme == SOURCES[form].schemes[0]
    return SCHEMES[scheme].canonical(name) if is_own else f"{SERVICES[form]}/works/{scheme}:{bare}"


def _author_in(document: str, about: str) -> str:
    """Return the own address of an author of OpenAlex who was asked for by another id."""
    return SCHEMES["openalex"].canonical(text(parsed(document, about), "author", "id"))


def _bare(form: str, name: str) -> tuple[str, str]:
    """Return the scheme of an id and the id without its address; the id is of the first scheme that knows it.

    Raises:
        IdentifierError: If it is of none.
    """
    own, *others = SOURCES[form].schemes
    known = next((scheme for scheme in others if iri_of(scheme, name)), own)
    scheme = own if iri_of(own, name) else known
    return scheme, SCHEMES[scheme].canonical(name).removeprefix(SCHEMES[scheme].iri.partition("{")[0])


def _named(draft: Draft, iri: str) -> Draft:
    """Return a draft whose source is called by its IRI; warnings go on to name the file, which one can open."""
    sources = tuple(replace(source, path=iri) for source in draft.sources)
    facts = tuple(replace(fact, quote=replace(fact.quote, source=iri)) for fact in draft.facts)
    return replace(draft, sources=sources, facts=facts)


def _orcid(client: Client, base: str, bare: str) -> tuple[str, str]:
    """Return a record, and its works in full, since only those name all authors."""
    base = f"{base}/v3.0/{bare}"
    record = client.get(f"{base}/record", "application/json")
    codes = _put_codes(parsed(record, base))
    batches = [",".join(map(str, codes[start : start + _BATCH])) for start in range(0, len(codes), _BATCH)]
    works = [client.get(f"{base}/works/{batch}", "application/json") for batch in batches[:_MOST_PAGES]]
    return _joined(f'{{"record": {record},\n"bulk": [', works, "]}", base), ".json"


def _put_codes(record: Any) -> list[int]:
    groups = several(record, "activities-summary", "works", "group")
    found = (whole(summary, "put-code") for group in groups for summary in several(group, "work-summary"))
    return [code for code in found if code is not None]


def _doi(client: Client, base: str, bare: str) -> tuple[str, str]:
    return client.get(f"{base}/{bare}", _CSL), ".json"


def _at(path: str, media_type: str, suffix: str) -> _Fetch:
    """Return what fetches a record that has an address of its own."""
    return lambda client, base, bare: (client.get(f"{base}{path.format(quote(bare, safe=''))}", media_type), suffix)


def _openalex(client: Client, base: str, bare: str) -> tuple[str, str]:
    """Return an author with all works, page by page, or a single work."""
    if bare.startswith(("W", "10.")):
        return client.get(f"{base}/works/{'doi:' * (bare[0] == '1')}{bare}", "application/json"), ".json"
    if _ORCID.match(bare):  # it knows people by that, too
        url = f"{base}/authors/orcid:{bare}"
        bare = text(parsed(client.get(url, "application/json"), url), "id").rpartition("/")[2]
    if not bare.startswith("A"):
        raise NotFound(f"{bare} is no author and no work of OpenAlex", hint="give an id that begins with A or W")
    author = client.get(f"{base}/authors/{bare}", "application/json")
    pages = list(_pages(client, f"{base}/works?filter=author.id:{bare}&per-page=200&cursor="))
    return _joined(f'{{"author": {author},\n"works": [', pages, "]}", base), ".json"


def _pages(client: Client, url: str) -> Iterator[str]:
    cursor = "*"
    for _ in range(_MOST_PAGES):
        page = client.get(url + quote(cursor, safe="*"), "application/json")
        yield page
        data = parsed(page, url)
        cursor = text(data, "meta", "next_cursor")
        if not cursor or not several(data, "results"):
            return


def _dblp(client: Client, base: str, bare: str) -> tuple[str, str]:
    return client.get(f"{base}/pid/{bare}.xml", "application/xml"), ".xml"


def parsed(document: str, url: str) -> Node:
    """Return the JSON of an answer.

    Raises:
        UnreadableAnswer: If it is none.
    """
    try:
        return parsed_text.parse_json(document, Path(url))
    except ReadError as error:
        problem = error.problems[0]
        message = f"the answer of {url} cannot be read: {problem.message}"
        raise UnreadableAnswer(Problem(message, line=problem.line, hint="try again later")) from error


def _joined(head: str, parts: list[str], tail: str, url: str) -> str:
    document = head + ",\n".join(parts) + tail
    if len(document) > MAX_BYTES:
        raise StoreError(f"the answers of {url} are larger than {MAX_BYTES:,} bytes", hint="save them in parts")
    return document


class RecordSource(NamedTuple):
    """What can be fetched by an id."""

    schemes: tuple[str, ...]  # Of ids: its own, then others that it knows
    form: str  # The format of the answer
    fetch: _Fetch  # Returns the answer with the suffix of its file


SOURCES: Mapping[str, RecordSource] = {
    "orcid": RecordSource(("orcid",), "orcid", _orcid),
    "doi": RecordSource(("doi",), "csl-json", _doi),
    "crossref": RecordSource(("doi",), "crossref", _at("/works/{}", "application/json", ".json")),
    "datacite": RecordSource(("doi",), "datacite", _at("/dois/{}?affiliation=true", "application/json", ".json")),
    "openalex": RecordSource(("openalex", "doi", "orcid"), "openalex", _openalex),
    "arxiv": RecordSource(("arxiv",), "arxiv", _at("/api/query?id_list={}", "application/atom+xml", ".xml")),
    "dblp": RecordSource(("dblp",), "dblp", _dblp),
}
"""What can be fetched by name."""
