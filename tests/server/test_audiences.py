"""One project, two views: what everybody may see, and what those may see who are known."""

import asyncio
import datetime
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx2 as httpx
import pytest

from kg.building import build
from kg.profile.config import read_project
from kg.server import tokens
from tests.conftest import ADA, CONFIG, Command
from tests.support.canaries import files, found
from tests.support.serving import running, served

pytestmark = pytest.mark.thorough

OWN = """\
id: https://example.org/own
name: own
prefixes: {own: "https://example.org/own#"}
default_prefix: own
classes:
  Person:
    attributes:
      office: {title: Office, annotations: {private: internal, show: page table cv search}}
      salary: {annotations: {private: true, show: page table cv search}}
      deputy: {range: PersonReference, inlined: true, annotations: {private: internal, show: page}}
"""
SECRETS = {"office": "zqinternaloffice", "deputy": "zqdeputy"}
NEVER = {"salary": "zqsalary"}
SAID = f"""
office: Room {SECRETS["office"]}
salary: {NEVER["salary"]}
deputy: {{name: Jane {SECRETS["deputy"].title()}}}
"""
PATHS = (
    *("/", "/person/", "/person/ada-lovelace/", "/person/ada-lovelace.ttl", "/person/ada-lovelace.jsonld"),
    *(
        "/search/?q=zqinternaloffice",
        "/search/?q=Ada",
        "/api/search?q=ada",
        "/person/ada-lovelace/coauthors.csv",
        "/data?default",
    ),
    *("/vocabulary/", "/quality/", "/sitemap.xml", "/oai?verb=ListRecords&metadataPrefix=rdf", "/graph.nq.gz"),
    "/sparql?query=SELECT%20*%20%7B%3Fs%20%3Fp%20%3Fo%7D",
    "/reconcile?queries=%7B%22q0%22%3A%7B%22query%22%3A%22zqdeputy%22%7D%7D",
    "/reconcile/preview?id=person/ada-lovelace",
)
PAGES = (
    "/",
    "/reconcile/preview?id=person/ada-lovelace",
)
USER = "X-Remote-User"
SECRET = "zqsecret" + 32 * "5"
PROXY = {"X-Proxy-Secret": SECRET}


class Views(NamedTuple):
    """A server of both views.

    Attributes:
        address: Where it answers.
        token: What shows that one is known.
        log: Its access log.
        tokens: The file of tokens.
        project: The project.
    """

    address: str
    token: str
    log: Path
    tokens: Path
    project: Path

    @property
    def known(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}


def _proxied(address: str, root: Path) -> tuple[str | Path, ...]:
    """Return the options by which a proxy says who has logged in."""
    (root / "secret").write_text(f"{SECRET}\n")
    (root / "secret").chmod(0o600)
    return "--proxy", address, "--user-header", USER, "--proxy-secret", root / "secret"


@pytest.fixture(scope="module")
def views(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Views]:
    root = tmp_path_factory.mktemp("views")
    project = root / "project"
    for name in ("profiles", "ontology"):
        (project / name).mkdir(parents=True)
    (project / "kg.yaml").write_text(CONFIG)
    (project / "ontology" / "own.yaml").write_text(OWN)
    (project / "profiles" / "ada-lovelace.yaml").write_text(ADA + SAID)
    found = read_project(project)
    assert build(found, root / "build").release
    assert build(found.internal(), root / "build" / "internal").release
    token, log = tokens.add(root / "tokens.txt", "library", 30), root / "access.jsonl"
    options = (*_proxied("127.0.0.1", root), "--tokens", root / "tokens.txt", "--access-log", log)
    with served(root / "build", *options) as address:
        yield Views(address, token, log, root / "tokens.txt", project)


def test_internal_fields_are_in_the_internal_release_alone_and_private_ones_in_none(views: Views) -> None:
    out = views.project.parent / "build"
    releases = files(out / "releases"), files(out / "internal" / "releases")
    public, internal = ({name: body for name, body in each.items() if "manifest" not in name} for each in releases)

    assert found(public, SECRETS) == set()
    assert {name for name, _ in found(internal, SECRETS)} == set(SECRETS)
    assert found({**public, **internal}, NEVER) == set()


def test_the_registry_of_iris_names_nothing_that_only_the_internal_view_knows(views: Views) -> None:
    assert "ada-lovelace" in (views.project / "identity" / "registry.tsv").read_text()
    assert found(files(views.project / "identity"), SECRETS) == set()


def test_no_answer_to_anybody_holds_what_the_known_see_however_they_take_turns(views: Views) -> None:
    async def asked() -> list[tuple[bool, str, httpx.Response]]:
        async with httpx.AsyncClient(base_url=views.address, timeout=60) as client:
            plan = [(is_known, path) for _ in range(3) for path in PATHS for is_known in (False, True, False)]
            answers = await asyncio.gather(
                *(client.get(path, headers=views.known if known else {}) for known, path in plan)
            )
            return [(known, path, answer) for (known, path), answer in zip(plan, answers, strict=True)]

    answers = asyncio.run(asked())
    told = [each for each in enumerate(answers) if "zq" not in each[1][1]]  # these say again what they were asked
    public = {f"{number} {path}": each.content for number, (known, path, each) in told if not known}
    internal = {path: each.content for known, path, each in answers if known}

    assert len(public) >= 80
    assert found(public, {**SECRETS, **NEVER}) == set()
    assert len({path for _, path in found(internal, SECRETS)}) >= 10
    assert found(internal, NEVER) == set()
    assert {path for known, path, answer in answers if known and answer.status_code != 200} == set()
    for known, path, answer in answers:
        assert not known or answer.headers["cache-control"] in ("private, no-cache", "no-store"), path
        assert "Authorization" in answer.headers["vary"], path
        assert ("access-control-allow-origin" in answer.headers) is not known, path


def test_the_tag_of_one_view_is_not_current_in_the_other(views: Views) -> None:
    public, known = (httpx.get(f"{views.address}/person/ada-lovelace/", headers=each) for each in ({}, views.known))
    across = httpx.get(public.url, headers={"if-none-match": known.headers["etag"]})
    back = httpx.get(public.url, headers={**views.known, "if-none-match": public.headers["etag"]})

    assert (across.status_code, across.content) == (200, public.content)
    assert (back.status_code, back.content) == (200, known.content)


@pytest.mark.parametrize("path", PAGES)
def test_every_page_of_the_internal_view_says_so(views: Views, path: str) -> None:
    public, known = (httpx.get(views.address + path, headers=each).text for each in ({}, views.known))

    assert "Internal view" not in public
    assert "Internal view" in known


def test_internal_fields_are_columns_of_the_lists_of_the_internal_view_alone(views: Views) -> None:
    asked = f"{views.address}/api/person.csv?office__contains={SECRETS['office']}&_col=name,office"
    public, known = (httpx.get(asked, headers=each) for each in ({}, views.known))

    assert public.status_code == 400
    assert "'person' has no field 'office'" in public.json()["detail"]
    assert known.text.splitlines()[1].endswith(f"Ada Lovelace,Room {SECRETS['office']}")


def test_who_has_logged_in_at_the_proxy_is_known(views: Views) -> None:
    for name in ("ada", "ada@example.org", "CN=Ada Vane,O=Example", "Jürgen"):
        headers = [(b"x-proxy-secret", SECRET.encode()), (USER.encode(), name.encode())]
        answer = httpx.get(f"{views.address}/person/ada-lovelace/", headers=headers)

        assert SECRETS["office"] in answer.text, name
        assert answer.headers["cache-control"] == "private, no-cache"
    assert "zqsecret" not in views.log.read_text()


NOBODIES = """
- (null) NULL None anonymous [Anonymous] anonymousUser no-user nobody undefined
$remote_user %{REMOTE_USER}s {http.auth.user.id}
"""


def test_what_a_proxy_sends_for_nobody_is_nobody(views: Views) -> None:
    names = [[(USER, name)] for name in ("", *NOBODIES.split())]
    for headers in (*names, [(USER, "ada"), (USER, "eve")], [("x_remote_user", "ada")], []):
        answer = httpx.get(f"{views.address}/person/ada-lovelace/", headers=[*PROXY.items(), *headers])

        assert SECRETS["office"] not in answer.text, headers


def test_a_login_without_the_secret_of_the_proxy_is_none(views: Views) -> None:
    wrong = ((), ("",), (SECRET[:-1],), (SECRET.upper(),), (SECRET, SECRET), (f"{SECRET}, {SECRET}",), ("ü",))
    for secrets in wrong:
        headers = [(USER.encode(), b"ada"), *((b"X-Proxy-Secret", each.encode()) for each in secrets)]
        answer = httpx.get(f"{views.address}/person/ada-lovelace/", headers=headers)

        assert (answer.status_code, SECRETS["office"] in answer.text) == (200, False), secrets


@pytest.mark.slow
def test_without_an_internal_release_who_is_known_sees_what_all_see(kg: Command, project: Path) -> None:
    assert kg("build", project).code == 0
    token = tokens.add(Path("t.txt"), "library", None)
    with served("build", "--tokens", "t.txt", "--known-limits", "rows=7") as address:
        answers = [
            httpx.get(f"{address}/person/ada-lovelace.ttl", headers={"authorization": f"Bearer {each}"} if each else {})
            for each in ("", token)
        ]
        limits = httpx.get(
            f"{address}/sparql", headers={"authorization": f"Bearer {token}", "accept": "text/turtle"}
        ).text

    assert answers[0].content == answers[1].content
    assert [each.headers["cache-control"].partition(",")[0] for each in answers] == ["public", "private"]
    assert "have 7 rows" in limits


@pytest.mark.parametrize("said", ["kgt_nonsense", ".", "a b", "kgt_" + "x" * 5_000, "ü"])
def test_a_token_that_is_not_known_is_refused(views: Views, said: str) -> None:
    answer = httpx.get(
        f"{views.address}/person/ada-lovelace/", headers={b"authorization": b"Bearer " + said.encode("latin-1")}
    )

    assert answer.status_code == 401
    assert answer.headers["www-authenticate"].startswith("Bearer ")
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path", ["/?access_token={}", "/person/{}/", "/sparql?query=ASK%7B%7D&token={}", "/search/?q={}"]
)
def test_a_token_in_an_address_is_refused_and_not_written_down(views: Views, path: str) -> None:
    answer = httpx.get(views.address + path.format(views.token), headers=views.known)

    assert answer.status_code == 400
    assert views.token not in answer.text
    assert "Authorization: Bearer" in answer.json()["hint"]
    assert views.token not in views.log.read_text()


def test_a_token_is_known_no_longer_when_its_line_is_gone_or_its_last_day_over(views: Views) -> None:
    lines = views.tokens.read_text()
    yesterday = datetime.datetime.now(datetime.UTC).date() - datetime.timedelta(2)

    def status() -> int:
        return httpx.get(f"{views.address}/", headers=views.known).status_code

    try:
        said = [status()]
        for text in ("# none\n", re.sub(r"\S+\n$", f"{yesterday}\n", lines), "not a token\n", lines):
            views.tokens.write_text(text)
            said.append(status())
        views.tokens.chmod(0o666)
        said.append(status())
    finally:
        views.tokens.chmod(0o600)
        views.tokens.write_text(lines)

    assert said == [200, 401, 401, 401, 200, 401]
    assert httpx.get(f"{views.address}/").status_code == 200


def test_an_internal_release_is_neither_published_nor_served_to_everybody(kg: Command, views: Views) -> None:
    internal = views.project.parent / "build" / "internal"

    for command in (("publish", "site", "--release", internal), ("serve", internal, "--port", "0"),
                    ("push", "http://127.0.0.1:1/sparql", "--release", internal)):  # fmt: skip
        outcome = kg(*command)
        assert (outcome.code, "internal view" in outcome.err) == (2, True), outcome.err


@pytest.mark.slow
def test_over_mcp_only_who_is_known_is_answered_of_the_internal_view(kg: Command, views: Views) -> None:
    internal = views.project.parent / "build" / "internal"
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": {"name": "search", "arguments": {"text": SECRETS["deputy"]}}}  # fmt: skip
    headers = {"accept": "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18"}
    command = [sys.executable, "-m", "kg", "mcp", "--release", str(internal), "--port", "0"]
    with running([*command, "--tokens", str(views.tokens)], r"Serving at (http://\S+)") as address:
        known, unknown, nobody = (
            httpx.post(address, json=call, headers={**headers, **each})
            for each in (views.known, {"authorization": "Bearer kgt_x"}, {})
        )
    open_to_all = kg("mcp", "--release", internal, "--port", "0")

    assert (known.status_code, unknown.status_code, nobody.status_code) == (200, 401, 401)
    assert SECRETS["deputy"] in known.text.lower()
    assert nobody.headers["www-authenticate"] == 'Bearer realm="kg"'
    assert (open_to_all.code, "internal view" in open_to_all.err) == (2, True)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--user-header", USER), "only with a secret"),
        (("--user-header", USER, "--proxy-secret", "short"), "32 to 256"),
        (("--user-header", USER, "--proxy-secret", "open"), "others may read it"),
        (("--user-header", "X Remote", "--proxy-secret", "short"), "is no name of a header"),
        (("--known-limits", "seconds=60"), "nobody is known"),
        (("--known-limits", "rows=0"), "'rows=0' is no limit"),
        (("--tokens", "absent.txt"), "cannot be read"),
    ],
)
def test_options_by_which_nobody_or_anybody_is_known_are_refused(
    kg: Command, options: tuple[str, ...], said: str
) -> None:
    Path("short").write_text("x")
    Path("open").write_text(SECRET)
    Path("open").chmod(0o644)
    outcome = kg("serve", ".", *options)

    assert outcome.code == 2
    assert said in outcome.err


def test_the_command_keeps_the_hash_of_a_token_and_shows_it_once(kg: Command) -> None:
    made, again = kg("token", "library", "--tokens", "t.txt", "--days", 2), kg("token", "library", "--tokens", "t.txt")
    other = kg("token", "other", "--tokens", "t.txt")
    known = tokens.TokenFile(Path("t.txt"))

    assert made.code == other.code == 0
    assert again.code == 2
    assert "there is a token for 'library'" in again.err
    assert made.out.strip() not in Path("t.txt").read_text()
    assert Path("t.txt").stat().st_mode & 0o777 == 0o600
    assert [known.find(each.out.strip()).name for each in (made, other)] == ["library", "other"]  # type: ignore[union-attr]
    assert known.find("kgt_other") is None
