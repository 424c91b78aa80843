"""The repository as harvesters ask it: the Open Archives Initiative's protocol for metadata harvesting, 2.0.

https://www.openarchives.org/OAI/openarchivesprotocol.html
"""

import datetime
import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

from markupsafe import Markup

from kg.site.metadata.harvesting import FORMATS, OAI, HarvestFormat, HarvestItem, items, located, tag, tags
from kg.site.page import PageRequest, SitePage
from kg.store.export.export import FORBIDDEN
from kg.store.graph import Graph
from kg.terms.work_types import WORK_TYPES

PATH = "oai"
XML = "text/xml; charset=utf-8"
MOST_ITEMS = 100
"""How many items an answer lists; a token leads to the next ones."""
_SELECT = ("from", "until", "set", "resumptionToken")
_NUMBER = re.compile(r"[0-9]{1,9}")
_DAY = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])")

Arguments = Mapping[str, str]
Answer = Iterable[Markup]


class _Refused(Exception):
    """The protocol's own errors, which are answers: a code and what is wrong."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class _HarvestVerb(NamedTuple):
    """A request of the protocol: what answers it, the arguments that it needs, and those that it may have."""

    answer: Callable[[Graph, Arguments], Answer]
    needed: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()


def view(graph: Graph, request: PageRequest) -> SitePage:
    """Answer a harvester; what is wrong with a request stands in the answer, as the protocol wants it."""
    repeated = request.parameters
    try:
        verb, arguments = _read(request.parameters)
        answer = tag(request.parameters["verb"], *verb.answer(graph, arguments))
    except _Refused as refused:
        repeated = {} if refused.code in ("badVerb", "badArgument") else repeated
        answer = tag("error", str(refused), code=refused.code)
    now = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    head = tag("responseDate", now) + tag("request", f"{graph.url}{PATH}", **repeated)
    root = tag("OAI-PMH", head, answer, xmlns=OAI, **located(OAI, f"{OAI}OAI-PMH.xsd"))
    text = FORBIDDEN.sub("\ufffd", f'<?xml version="1.0" encoding="UTF-8"?>\n{root}\n')  # XML 1.0, section 2.2
    return SitePage(text.encode(), XML)


def _read(parameters: Arguments) -> tuple[_HarvestVerb, Arguments]:
    name = parameters.get("verb", "")
    if name not in _VERBS:
        raise _Refused("badVerb", f"'verb' is one of {', '.join(_VERBS)}")
    verb = _VERBS[name]
    arguments = {key: text for key, text in parameters.items() if key != "verb"}
    if unknown := sorted(arguments.keys() - {*verb.needed, *verb.allowed}):
        raise _Refused("badArgument", f"{name} has no argument '{unknown[0]}'")
    if "resumptionToken" in arguments:
        if len(arguments) > 1:
            raise _Refused("badArgument", "a resumptionToken stands alone")
    elif missing := sorted(set(verb.needed) - arguments.keys()):
        raise _Refused("badArgument", f"{name} needs '{missing[0]}'")
    return verb, arguments


def _identify(graph: Graph, _: Arguments) -> Answer:
    texts = {
        "repositoryName": graph.title,
        "baseURL": f"{graph.url}{PATH}",
        "protocolVersion": "2.0",
        "adminEmail": f"postmaster@{_host(graph)}",  # which each domain has (RFC 5321, section 4.5.1)
        "earliestDatestamp": min((each.date for each in items(graph).values()), default=graph.date),
        "deletedRecord": "persistent",
        "granularity": "YYYY-MM-DD",
    }
    return (tag(name, text) for name, text in texts.items())


def _host(graph: Graph) -> str:
    return urlsplit(graph.base).hostname or "localhost"


def _identifier(graph: Graph, local: str) -> str:
    """Return the identifier of an item, which stays where pages move."""
    return f"oai:{_host(graph)}:{local}"


def _formats(graph: Graph, arguments: Arguments) -> Answer:
    item = _item(graph, arguments["identifier"]) if "identifier" in arguments else None
    for prefix, each in FORMATS.items():
        if item is None or each.fits(item):
            where = tag("schema", each.schema) + tag("metadataNamespace", each.namespace)
            yield tag("metadataFormat", tag("metadataPrefix", prefix), where)


def _sets(graph: Graph, arguments: Arguments) -> Answer:
    if "resumptionToken" in arguments:
        raise _Refused("badResumptionToken", "all sets stand in one answer")
    for spec in sorted({spec for each in items(graph).values() for spec in each.sets}):
        kind, _, type_ = spec.partition(":")
        name = f"{graph.titles[kind]}: {WORK_TYPES[type_].name}" if type_ else graph.titles[kind]
        yield tag("set", tag("setSpec", spec), tag("setName", name))


def _record(graph: Graph, arguments: Arguments) -> Answer:
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


def _described(graph: Graph, item: HarvestItem, form: HarvestFormat) -> Markup:
    metadata = None if item.is_deleted else form.describe(graph, graph.base + item.local)
    return tag("record", _header(graph, item, form), tag("metadata", metadata))


def _header(graph: Graph, item: HarvestItem, _: HarvestFormat) -> Markup:
    parts = (tag("identifier", _identifier(graph, item.local)), tag("datestamp", item.date), tags("setSpec", item.sets))
    return tag("header", *parts, **({"status": "deleted"} if item.is_deleted else {}))


def _list(show: Callable[[Graph, HarvestItem, HarvestFormat], Markup], graph: Graph, arguments: Arguments) -> Answer:
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
        size, token = str(len(found)), urlencode({**selection, "at": end, "of": graph.release.path.name})
        last = Markup('<resumptionToken completeListSize="{}" cursor="{}"/>').format(size, start)
        is_last = end >= len(found)
        yield last if is_last else tag("resumptionToken", token, completeListSize=size, cursor=str(start))


def _resumed(graph: Graph, arguments: Arguments) -> tuple[Arguments, int]:
    """Return by what is selected, and how many items were listed before."""
    if "resumptionToken" not in arguments:
        return arguments, 0
    selection = dict(parse_qsl(arguments["resumptionToken"]))
    start, release = selection.pop("at", ""), selection.pop("of", "")
    is_whole = {"metadataPrefix"} <= selection.keys() <= {"metadataPrefix", *_SELECT[:-1]}
    if not is_whole or not _NUMBER.fullmatch(start) or release != graph.release.path.name:
        raise _Refused("badResumptionToken", "the token is none of this release: begin the list again")
    return selection, int(start)


def _days(selection: Arguments) -> tuple[str, str]:
    """Return the first and the last day of a selection."""
    since, until = selection.get("from", "0001-01-01"), selection.get("until", "9999-12-31")
    for each in (since, until):
        if not _DAY.fullmatch(each):
            raise _Refused("badArgument", f"'{each[:40]}' is no day such as 2026-11-22")
    if since > until:
        raise _Refused("badArgument", "'from' is later than 'until'")
    return since, until


_VERBS: Mapping[str, _HarvestVerb] = {
    "Identify": _HarvestVerb(_identify),
    "ListMetadataFormats": _HarvestVerb(_formats, (), ("identifier",)),
    "ListSets": _HarvestVerb(_sets, (), ("resumptionToken",)),
    "ListIdentifiers": _HarvestVerb(partial(_list, _header), ("metadataPrefix",), _SELECT),
    "ListRecords": _HarvestVerb(partial(_list, _described), ("metadataPrefix",), _SELECT),
    "GetRecord": _HarvestVerb(_record, ("identifier", "metadataPrefix")),
}
