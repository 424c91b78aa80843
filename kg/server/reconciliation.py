"""The Reconciliation Service API 0.2: OpenRefine and others ask which things the rows of a table mean.

https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/

One address answers three questions: without a parameter the manifest, `queries` a batch of rows, `extend` values of
things. Each query of a batch is a job of its own, so that a long batch keeps nobody waiting, and is answered once a
release. Suggestions, proposals and previews are pages (`kg.site.views.reconciliation`).
"""

import json
from functools import partial
from http import HTTPStatus
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from kg.base.errors import QueryError
from kg.base.version import __version__
from kg.server.codings import coding_of, packed
from kg.server.problems import HttpProblem
from kg.server.requests import client_of, form_fields, site_of
from kg.server.resources import replied
from kg.server.served import ServedRelease
from kg.site.metadata.linksets import RECONCILIATION
from kg.store.reconciliation.properties import kinds_of
from kg.store.reconciliation.question import MAX_TEXT, read_question
from kg.terms.vocabulary import KG

PATH = "reconcile"
_PREVIEW = {"width": 430, "height": 300}


async def respond(served: ServedRelease, request: Request) -> Response:
    """Answer with the manifest, candidates for the rows of a batch, or values of things."""
    fields = await form_fields(request, served.settings)
    if "callback" in fields:
        hint = "ask without 'callback': any site may read the answers (CORS)"
        raise HttpProblem(HTTPStatus.BAD_REQUEST, "JSONP is not answered", hint)
    if "queries" in fields:
        return _json(request, await _candidates(served, client_of(request.scope), fields["queries"]))
    if "extend" in fields:
        return _json(request, await _extension(served, client_of(request.scope), fields["extend"]))
    if request.method == "POST" or fields:
        hint = 'send the parameter queries={"q0": {"query": "Ada Lovelace"}} or extend={"ids": …, "properties": …}'
        raise HttpProblem(HTTPStatus.BAD_REQUEST, "there is neither 'queries' nor 'extend'", hint)
    return _json(request, json.dumps(manifest(served, site_of(served.release.base, request)), indent=1).encode())


def manifest(served: ServedRelease, root: str) -> dict[str, Any]:
    """Return what the service says of itself (section 3).

    Args:
        served: What is served.
        root: The address of the site as the client knows it, with a slash at the end.
    """

    def place(path: str) -> dict[str, str]:
        return {"service_url": root.removesuffix("/"), "service_path": f"/{PATH}/{path}"}

    kinds = kinds_of(served.release.declaration).items()
    return {
        "versions": ["0.2"],
        "name": served.release.title,
        "identifierSpace": served.release.base,
        "schemaSpace": KG,
        "documentation": RECONCILIATION,
        "serviceVersion": f"kg {__version__}",
        "logo": f"{root}assets/icon.svg",
        "defaultTypes": [{"id": path, "name": kind.label} for path, kind in kinds],
        "view": {"url": f"{root}{{{{id}}}}"},
        "preview": {"url": f"{root}{PATH}/preview?id={{{{id}}}}", **_PREVIEW},
        "suggest": {each: place(f"suggest/{each}") for each in ("entity", "property", "type")},
        "extend": {"propose_properties": place("properties"), "property_settings": []},
        "batchSize": served.settings.batch,
    }


async def _candidates(served: ServedRelease, client: str, text: str) -> bytes:
    """The answers to a batch (section 4); queries that ask the same are one text, and answered once."""
    batch = _object(text, "queries")
    if len(batch) > (most := served.settings.batch):
        hint, more = "send them in several batches", {"limit": most, "value": len(batch)}
        detail = f"a batch has at most {most} queries"
        raise HttpProblem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail, hint, more=more)
    for key, query in batch.items():
        try:
            read_question(query)
        except QueryError as error:
            raise HttpProblem(HTTPStatus.BAD_REQUEST, f"the query '{key[:40]}': {error}", error.hint) from None
    jobs = ((json.dumps(key), json.dumps(query, sort_keys=True)) for key, query in batch.items())
    parts = [key.encode() + b":" + await _answered(served, client, "query", job) for key, job in jobs]
    return b"{" + b",".join(parts) + b"}"


async def _extension(served: ServedRelease, client: str, text: str) -> bytes:
    """Values of things (section 7)."""
    query = _object(text, "extend")
    ids, properties = query.get("ids"), query.get("properties")
    keys = [each.get("id") if isinstance(each, dict) else None for each in properties or ()]
    if not isinstance(ids, list) or not isinstance(properties, list) or not all(map(_is_id, (*ids, *keys))):
        hint = 'send extend={"ids": ["person/ada"], "properties": [{"id": "orcid"}]}'
        raise HttpProblem(HTTPStatus.BAD_REQUEST, "'extend' has 'ids' and 'properties', each of these with 'id'", hint)
    return await _answered(served, client, "extend", json.dumps({"ids": ids, "keys": keys}))


def _is_id(text: object) -> bool:
    return isinstance(text, str) and len(text) <= MAX_TEXT


def _object(text: str, name: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise HttpProblem(HTTPStatus.BAD_REQUEST, f"'{name}' is no JSON object", "see the specification, section 4.2")
    return found


async def _answered(served: ServedRelease, client: str, what: str, job: str) -> bytes:
    make = partial(replied, served, client, f"{PATH}/{what}", job.encode())
    return (await served.response((PATH, what, job), make)).body


def _json(request: Request, body: bytes) -> Response:
    headers = {"content-type": "application/json", "cache-control": "no-store", "vary": "Accept-Encoding"}
    coding = coding_of(request.headers.get("accept-encoding", "").encode("latin-1"))
    if (coded := packed(body, coding)) is not None:
        return Response(coded, headers=headers | {"content-encoding": coding.name})
    return Response(body, headers=headers)
