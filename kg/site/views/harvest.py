"""The repository as harvesters ask it: the Open Archives Initiative's protocol for metadata harvesting, 2.0.

https://www.openarchives.org/OAI/openarchivesprotocol.html
"""

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from urllib.parse import parse_qsl, urlencode, urlsplit
from xml.etree.ElementTree import Element, SubElement, register_namespace, tostring

from kg.site.metadata.harvesting import FORMATS, XSI, HarvestFormat, HarvestItem, items
from kg.site.page import PageRequest, SitePage
from kg.store.export.export import FORBIDDEN
from kg.store.graph import Graph
from kg.terms.work_types import WORK_TYPES

PATH = "oai"
XML = "text/xml; charset=utf-8"
MOST_ITEMS = 100
"""How many items an answer lists; a token leads to the next ones."""
_NAMESPACE = "http://www.openarchives.org/OAI/2.0/"
_IDENTIFIER = "http://www.openarchives.org/OAI/2.0/oai-identifier"
_SELECTING = ("from", "until", "set")
register_namespace("", _NAMESPACE)


class _Refused(Exception):
    """The protocol's own errors, which are answers: a code and what is wrong."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class _HarvestVerb:
    """A question of the protocol: the arguments that it needs, those that it may have, and what answers it."""

    needed: Sequence[str]
    allowed: Sequence[str]
    answer: Callable[[Graph, Mapping[str, str], Element], None]


def view(graph: Graph, request: PageRequest) -> SitePage:
    """Answer a question of a harvester; what is wrong with one stands in the answer, as the protocol wants it."""
    root = Element(_tag("OAI-PMH"), {f"{{{XSI}}}schemaLocation": f"{_NAMESPACE} {_NAMESPACE}OAI-PMH.xsd"})
    _add(root, "responseDate", datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
    asked = SubElement(root, _tag("request"))
    asked.text = _address(graph)
    try:
        verb, arguments = _read(request.parameters)
        answer = Element(_tag(verb))
        asked.attrib.update(request.parameters)
        _VERBS[verb].answer(graph, arguments, answer)
        root.append(answer)
    except _Refused as refused:
        if refused.code in ("badVerb", "badArgument"):
            asked.attrib.clear()
        _add(root, "error", str(refused), code=refused.code)
    return _written(root)


def _written(root: Element) -> SitePage:
    for each in root.iter():
        each.text = _carried(each.text or "") or None
        each.attrib.update({name: _carried(text) for name, text in each.attrib.items()})
    return SitePage(tostring(root, encoding="UTF-8", xml_declaration=True), XML)


def _carried(text: str) -> str:
    """Return a text without what XML cannot carry (XML 1.0, section 2.2)."""
    return FORBIDDEN.sub("\ufffd", text)


def _tag(name: str) -> str:
    return f"{{{_NAMESPACE}}}{name}"


def _add(parent: Element, name: str, text: str = "", **attributes: str) -> Element:
    child = SubElement(parent, _tag(name), attributes)
    child.text = text or None
    return child


def _address(graph: Graph) -> str:
    return f"{graph.url}{PATH}"


def _read(parameters: Mapping[str, str]) -> tuple[str, Mapping[str, str]]:
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


def _identify(graph: Graph, _: Mapping[str, str], answer: Element) -> None:
    host = _host(graph)
    for name, text in (
        ("repositoryName", graph.title),
        ("baseURL", _address(graph)),
        ("protocolVersion", "2.0"),
        ("adminEmail", f"postmaster@{host}"),  # which each domain has (RFC 5321, section 4.5.1)
        ("earliestDatestamp", min((each.date for each in items(graph)), default=graph.date)),
        ("deletedRecord", "persistent"),
        ("granularity", "YYYY-MM-DD"),
    ):
        _add(answer, name, text)
    place = f"{_IDENTIFIER} {_IDENTIFIER}.xsd"
    own = SubElement(
        _add(answer, "description"), f"{{{_IDENTIFIER}}}oai-identifier", {f"{{{XSI}}}schemaLocation": place}
    )
    for name, text in (
        ("scheme", "oai"),
        ("repositoryIdentifier", host),
        ("delimiter", ":"),
        ("sampleIdentifier", _identifier(graph, next((each.local for each in items(graph)), "work/example"))),
    ):
        SubElement(own, f"{{{_IDENTIFIER}}}{name}").text = text


def _host(graph: Graph) -> str:
    return urlsplit(graph.base).hostname or "localhost"


def _identifier(graph: Graph, local: str) -> str:
    """Return the identifier of an item, which stays where pages move."""
    return f"oai:{_host(graph)}:{local}"


def _formats(graph: Graph, arguments: Mapping[str, str], answer: Element) -> None:
    item = _item(graph, arguments["identifier"]) if "identifier" in arguments else None
    for prefix, each in FORMATS.items():
        if item is None or each.fits(item):
            _add_format(prefix, answer)


def _add_format(prefix: str, answer: Element) -> None:
    found = _add(answer, "metadataFormat")
    _add(found, "metadataPrefix", prefix)
    _add(found, "schema", FORMATS[prefix].schema)
    _add(found, "metadataNamespace", FORMATS[prefix].namespace)


def _sets(graph: Graph, arguments: Mapping[str, str], answer: Element) -> None:
    if "resumptionToken" in arguments:
        raise _Refused("badResumptionToken", "all sets stand in one answer")
    for spec in sorted({spec for each in items(graph) for spec in each.sets}):
        kind, _, type_ = spec.partition(":")
        found = _add(answer, "set")
        _add(found, "setSpec", spec)
        several = graph.titles[kind]
        _add(found, "setName", f"{several}: {WORK_TYPES[type_].name}" if type_ else several)


def _record(graph: Graph, arguments: Mapping[str, str], answer: Element) -> None:
    item, form = _item(graph, arguments["identifier"]), _format(arguments["metadataPrefix"])
    if not form.fits(item):
        raise _Refused("cannotDisseminateFormat", "this item is not described so: see ListMetadataFormats")
    _add_record(graph, item, form, answer)


def _item(graph: Graph, identifier: str) -> HarvestItem:
    local = identifier.removeprefix(_identifier(graph, ""))
    found = next((each for each in items(graph) if each.local == local), None)
    if found is None or local == identifier:
        raise _Refused("idDoesNotExist", f"there is no item '{identifier[:200]}'")
    return found


def _format(prefix: str) -> HarvestFormat:
    if prefix not in FORMATS:
        raise _Refused("cannotDisseminateFormat", f"'metadataPrefix' is one of {', '.join(FORMATS)}")
    return FORMATS[prefix]


def _add_record(graph: Graph, item: HarvestItem, form: HarvestFormat, answer: Element) -> None:
    record = _add(answer, "record")
    _add_header(graph, item, record)
    if not item.is_deleted:
        _add(record, "metadata").append(form.describe(graph, graph.base + item.local))


def _add_header(graph: Graph, item: HarvestItem, parent: Element) -> None:
    header = _add(parent, "header")
    if item.is_deleted:
        header.set("status", "deleted")
    _add(header, "identifier", _identifier(graph, item.local))
    _add(header, "datestamp", item.date)
    for spec in item.sets:
        _add(header, "setSpec", spec)


def _records(graph: Graph, arguments: Mapping[str, str], answer: Element) -> None:
    _list(graph, arguments, answer, lambda item, form: _add_record(graph, item, form, answer))


def _identifiers(graph: Graph, arguments: Mapping[str, str], answer: Element) -> None:
    _list(graph, arguments, answer, lambda item, _: _add_header(graph, item, answer))


def _list(
    graph: Graph,
    arguments: Mapping[str, str],
    answer: Element,
    add: Callable[[HarvestItem, HarvestFormat], None],
) -> None:
    """Add a page of the items that are selected, and the token that leads to the next one."""
    selection, start = _resumed(graph, arguments)
    form = _format(selection["metadataPrefix"])
    since, until = _days(selection)
    wanted = selection.get("set", "")
    found = [
        each
        for each in items(graph)
        if form.fits(each) and since <= each.date <= until and (not wanted or wanted in each.sets)
    ]
    if not found[start:]:
        raise _Refused("noRecordsMatch", "nothing fits")
    end = start + MOST_ITEMS
    for each in found[start:end]:
        add(each, form)
    if start or end < len(found):
        following = {**selection, "at": str(end), "of": graph.release.path.name}
        text = urlencode(following) if end < len(found) else ""
        _add(answer, "resumptionToken", text, completeListSize=str(len(found)), cursor=str(start))


def _resumed(graph: Graph, arguments: Mapping[str, str]) -> tuple[Mapping[str, str], int]:
    """Return by what is selected, and how many items were listed before."""
    if "resumptionToken" not in arguments:
        return arguments, 0
    said = dict(parse_qsl(arguments["resumptionToken"]))
    start, release = said.pop("at", ""), said.pop("of", "")
    is_whole = start.isascii() and start.isdecimal() and len(start) < 10 and "metadataPrefix" in said
    if not is_whole or not said.keys() <= {"metadataPrefix", *_SELECTING} or release != graph.release.path.name:
        raise _Refused("badResumptionToken", "the token is none of this release: begin the list again")
    return said, int(start)


def _days(selection: Mapping[str, str]) -> tuple[str, str]:
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


_SELECT = ("from", "until", "set", "resumptionToken")
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
