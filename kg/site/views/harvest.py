"""The repository as harvesters ask it: the Open Archives Initiative's protocol for metadata harvesting, 2.0.

https://www.openarchives.org/OAI/openarchivesprotocol.html
"""

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit
from xml.etree.ElementTree import Element, tostring

from kg.site.metadata.harvesting import FORMATS, NAMESPACES, HarvestFormat, HarvestItem, element, items, located
from kg.site.page import PageRequest, SitePage
from kg.store.export.export import FORBIDDEN
from kg.store.graph import Graph
from kg.terms.work_types import WORK_TYPES

PATH = "oai"
XML = "text/xml; charset=utf-8"
MOST_ITEMS = 100
"""How many items an answer lists; a token leads to the next ones."""
_SELECT = ("from", "until", "set", "resumptionToken")

Arguments = Mapping[str, str]


class _Refused(Exception):
    """The protocol's own errors, which are answers: a code and what is wrong."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class _HarvestVerb(NamedTuple):
    """A question of the protocol: the arguments that it needs, those that it may have, and what answers it."""

    needed: Sequence[str]
    allowed: Sequence[str]
    answer: Callable[[Graph, Arguments], Iterable[Element]]


def view(graph: Graph, request: PageRequest) -> SitePage:
    """Answer a question of a harvester; what is wrong with one stands in the answer, as the protocol wants it."""
    asked = element("request", _address(graph))
    try:
        verb, arguments = _read(request.parameters)
        answer = element(verb, _VERBS[verb].answer(graph, arguments))
        asked.attrib.update(request.parameters)
    except _Refused as refused:
        if refused.code not in ("badVerb", "badArgument"):
            asked.attrib.update(request.parameters)
        answer = element("error", str(refused), code=refused.code)
    now = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    root = located(element("OAI-PMH", element("responseDate", now), asked, answer), *_schema(""))
    for each in root.iter():  # without what XML cannot carry (XML 1.0, section 2.2)
        each.text = FORBIDDEN.sub("\ufffd", each.text or "") or None
        each.attrib.update({name: FORBIDDEN.sub("\ufffd", text) for name, text in each.attrib.items()})
    return SitePage(tostring(root, encoding="UTF-8", xml_declaration=True), XML)


def _schema(prefix: str) -> tuple[str, str]:
    namespace = NAMESPACES[prefix]
    return namespace, f"{namespace}.xsd" if prefix else f"{namespace}OAI-PMH.xsd"


def _address(graph: Graph) -> str:
    return f"{graph.url}{PATH}"


def _read(parameters: Arguments) -> tuple[str, Arguments]:
    """Return the verb and its arguments."""
    name = parameters.get("verb", "")
    verb = _VERBS.get(name)
    if verb is None:
        raise _Refused("badVerb", f"'verb' is one of {', '.join(_VERBS)}")
    arguments = {key: text for key, text in parameters.items() if key != "verb"}
    if unknown := sorted(arguments.keys() - {*verb.needed, *verb.allowed}):
        raise _Refused("badArgument", f"{name} has no argument '{unknown[0]}'")
    if "resumptionToken" in arguments:
        if len(arguments) > 1:
            raise _Refused("badArgument", "a resumptionToken stands alone")
    elif missing := sorted(set(verb.needed) - arguments.keys()):
        raise _Refused("badArgument", f"{name} needs '{missing[0]}'")
    return name, arguments


def _identify(graph: Graph, _: Arguments) -> Iterator[Element]:
    host, known = _host(graph), items(graph)
    said = {
        "repositoryName": graph.title,
        "baseURL": _address(graph),
        "protocolVersion": "2.0",
        "adminEmail": f"postmaster@{host}",  # which each domain has (RFC 5321, section 4.5.1)
        "earliestDatestamp": min((each.date for each in known.values()), default=graph.date),
        "deletedRecord": "persistent",
        "granularity": "YYYY-MM-DD",
    }
    yield from (element(name, text) for name, text in said.items())
    sample = _identifier(graph, next(iter(known), "work/example"))
    identifiers = {"scheme": "oai", "repositoryIdentifier": host, "delimiter": ":", "sampleIdentifier": sample}
    own = (element(f"oai_identifier:{name}", text) for name, text in identifiers.items())
    yield element("description", located(element("oai_identifier:oai-identifier", own), *_schema("oai_identifier")))


def _host(graph: Graph) -> str:
    return urlsplit(graph.base).hostname or "localhost"


def _identifier(graph: Graph, local: str) -> str:
    """Return the identifier of an item, which stays where pages move."""
    return f"oai:{_host(graph)}:{local}"


def _formats(graph: Graph, arguments: Arguments) -> Iterator[Element]:
    item = _item(graph, arguments["identifier"]) if "identifier" in arguments else None
    for prefix, each in FORMATS.items():
        if item is None or each.fits(item):
            said = {"metadataPrefix": prefix, "schema": each.schema, "metadataNamespace": each.namespace}
            yield element("metadataFormat", (element(name, text) for name, text in said.items()))


def _sets(graph: Graph, arguments: Arguments) -> Iterator[Element]:
    if "resumptionToken" in arguments:
        raise _Refused("badResumptionToken", "all sets stand in one answer")
    for spec in sorted({spec for each in items(graph).values() for spec in each.sets}):
        kind, _, type_ = spec.partition(":")
        several = graph.titles[kind]
        name = f"{several}: {WORK_TYPES[type_].name}" if type_ else several
        yield element("set", element("setSpec", spec), element("setName", name))


def _record(graph: Graph, arguments: Arguments) -> Iterator[Element]:
    item, form = _item(graph, arguments["identifier"]), _format(arguments["metadataPrefix"])
    if not form.fits(item):
        raise _Refused("cannotDisseminateFormat", "this item is not described so: see ListMetadataFormats")
    yield _described(graph, item, form)


def _item(graph: Graph, identifier: str) -> HarvestItem:
    local = identifier.removeprefix(_identifier(graph, ""))
    found = items(graph).get(local)
    if found is None or local == identifier:
        raise _Refused("idDoesNotExist", f"there is no item '{identifier[:200]}'")
    return found


def _format(prefix: str) -> HarvestFormat:
    if prefix not in FORMATS:
        raise _Refused("cannotDisseminateFormat", f"'metadataPrefix' is one of {', '.join(FORMATS)}")
    return FORMATS[prefix]


def _described(graph: Graph, item: HarvestItem, form: HarvestFormat) -> Element:
    about = None if item.is_deleted else element("metadata", form.describe(graph, graph.base + item.local))
    return element("record", _header(graph, item, form), about)


def _header(graph: Graph, item: HarvestItem, _: HarvestFormat) -> Element:
    return element(
        "header",
        element("identifier", _identifier(graph, item.local)),
        element("datestamp", item.date),
        (element("setSpec", spec) for spec in item.sets),
        **({"status": "deleted"} if item.is_deleted else {}),
    )


def _records(graph: Graph, arguments: Arguments) -> Iterator[Element]:
    return _list(graph, arguments, _described)


def _identifiers(graph: Graph, arguments: Arguments) -> Iterator[Element]:
    return _list(graph, arguments, _header)


def _list(
    graph: Graph, arguments: Arguments, show: Callable[[Graph, HarvestItem, HarvestFormat], Element]
) -> Iterator[Element]:
    """Yield a page of the items that are selected, and the token that leads to the next one."""
    selection, start = _resumed(graph, arguments)
    form, wanted = _format(selection["metadataPrefix"]), selection.get("set", "")
    since, until = _days(selection)
    fitting = (each for each in items(graph).values() if form.fits(each) and since <= each.date <= until)
    found = [each for each in fitting if not wanted or wanted in each.sets]
    if not found[start:]:
        raise _Refused("noRecordsMatch", "nothing fits")
    end = start + MOST_ITEMS
    yield from (show(graph, each, form) for each in found[start:end])
    if start or end < len(found):
        following = {**selection, "at": str(end), "of": graph.release.path.name}
        text = urlencode(following) if end < len(found) else None
        yield element("resumptionToken", text, completeListSize=str(len(found)), cursor=str(start))


def _resumed(graph: Graph, arguments: Arguments) -> tuple[Arguments, int]:
    """Return by what is selected, and how many items were listed before."""
    if "resumptionToken" not in arguments:
        return arguments, 0
    said = dict(parse_qsl(arguments["resumptionToken"]))
    start, release = said.pop("at", ""), said.pop("of", "")
    is_whole = start.isascii() and start.isdecimal() and len(start) < 10 and "metadataPrefix" in said
    if not is_whole or not said.keys() <= {"metadataPrefix", *_SELECT[:-1]} or release != graph.release.path.name:
        raise _Refused("badResumptionToken", "the token is none of this release: begin the list again")
    return said, int(start)


def _days(selection: Arguments) -> tuple[str, str]:
    """Return the first and the last day of a selection."""
    days = [selection.get("from", "0001-01-01"), selection.get("until", "9999-12-31")]
    for each in days:
        try:
            is_day = datetime.date.fromisoformat(each).isoformat() == each
        except ValueError:
            is_day = False
        if not is_day:
            raise _Refused("badArgument", f"'{each[:40]}' is no day such as 2026-11-22")
    if days[0] > days[1]:
        raise _Refused("badArgument", "'from' is later than 'until'")
    return days[0], days[1]


_VERBS: Mapping[str, _HarvestVerb] = MappingProxyType(
    {
        "Identify": _HarvestVerb((), (), _identify),
        "ListMetadataFormats": _HarvestVerb((), ("identifier",), _formats),
        "ListSets": _HarvestVerb((), ("resumptionToken",), _sets),
        "ListIdentifiers": _HarvestVerb(("metadataPrefix",), _SELECT, _identifiers),
        "ListRecords": _HarvestVerb(("metadataPrefix",), _SELECT, _records),
        "GetRecord": _HarvestVerb(("identifier", "metadataPrefix"), (), _record),
    }
)
