"""The page of `kg review --web`: who may see it, and that it writes what the terminal writes, to the byte."""

import asyncio
import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

import httpx2 as httpx
import pytest
from starlette.types import ASGIApp

from kg.identity.explaining.archive import open_archive
from kg.identity.explaining.dossiers import Dossiers
from kg.identity.questions import IdentityReview
from kg.profile.drafts.model import PERSON
from kg.profile.drafts.review_queue import ReviewQueue
from kg.profile.drafts.sessions import ReviewSession
from kg.profile.drafts.spellings import SpellingReview
from kg.profile.drafts.writing import text
from kg.server.reviewing.app import application
from kg.store.release import ARCHIVE, Release
from tests.conftest import Command
from tests.support.drafting import BIB, draft, fact, name, paper

TOKEN = "for-tests"
ADDRESS = "http://127.0.0.1:8123"
DRAFT = draft(
    name(sure=0.99),
    fact(PERSON, {"homepage": "https://ada.example/"}, line=2, sure=0.8),
    paper("Notes, 1843", line=9, sure=0.95),
    paper("@notes", year=1842, source=BIB, sure=0.9),
    paper("Sketch, 1842", title="Sketch", year=1842, line=12, sure=0.5),
    paper("Letters & <Papers>, 1840", title="Letters & <Papers>", year=1840, line=13, sure=0.99),
)


class Form(NamedTuple):
    """A page as it was answered: its status and text, and the fields that its forms send."""

    status: int
    text: str

    @property
    def fields(self) -> dict[str, str]:
        hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', self.text))
        return {key: unescape(value) for key, value in hidden.items()}

    @property
    def question(self) -> str:
        return str(re.findall(r"<h1[^>]*>(.*?)</h1>", self.text)[0])

    @property
    def mistake(self) -> str:
        return " ".join(re.findall(r"Not written:</strong> (.*?)</p>", self.text, re.DOTALL))


class Client:
    """Asks an application in this thread, to which the database of a release belongs: Starlette's has its own."""

    def __init__(self, app: ASGIApp, **cookies: str) -> None:
        self.app = app
        self._client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=ADDRESS, cookies=cookies)

    def get(self, path: str, **options: Any) -> httpx.Response:
        return asyncio.run(self._client.get(path, **options))

    def post(self, path: str, **options: Any) -> httpx.Response:
        return asyncio.run(self._client.post(path, **options))


class Page:
    """Somebody at the page."""

    def __init__(self, queue: ReviewQueue) -> None:
        self.client = Client(application(queue, TOKEN))
        self.at = self._form(self.client.get("/", params={"token": TOKEN}, follow_redirects=True))

    def press(self, key: str, **more: str) -> Form:
        path, fields = {"z": ("/undo", {}), "y": ("/redo", {})}.get(key, ("/answer", {"answer": key}))
        if key == "n":
            (following,) = re.findall(r'href="([^"]*)" data-key="n"', self.at.text)
            self.at = self._form(self.client.get(unescape(following)))
        else:
            self.at = self.send(path, {**self.at.fields, **fields, **more})
        return self.at

    def send(self, path: str, fields: Mapping[str, str], **headers: str) -> Form:
        return self._form(self.client.post(path, data=dict(fields), headers=headers, follow_redirects=True))

    @staticmethod
    def _form(answer: httpx.Response) -> Form:
        return Form(answer.status_code, answer.text)


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    path = tmp_path / "ada.yaml"
    path.write_text("# Mine.\n" + text(DRAFT))
    return path


@pytest.fixture
def page(profile: Path) -> Page:
    return Page(ReviewQueue([ReviewSession(profile)]))


def test_the_page_writes_what_the_terminal_writes(page: Page, profile: Path, kg: Command) -> None:
    other = profile.with_name("other.yaml")
    other.write_bytes(profile.read_bytes())
    before = profile.read_bytes()

    kg("review", other, stdin="2\nr\na\nn\na\nq\n")
    questions = [page.at.question, *(page.press(key).question for key in "2rana"[:-1])]
    page.press("a")

    assert questions[:2] == ["publications: Notes by the Translator", "publications: Sketch, 1842"]
    assert profile.read_bytes() == other.read_bytes() != before

    states = [profile.read_bytes(), *(bool(page.press("z")) and profile.read_bytes() for _ in range(4))]
    assert states[-1] == before
    assert [bool(page.press("y")) and profile.read_bytes() for _ in range(4)] == states[-2::-1]
    assert (page.press("y").status, profile.read_bytes()) == (200, states[0])


def test_an_entry_is_edited_as_in_the_terminal(page: Page, profile: Path, kg: Command, tmp_path: Path) -> None:
    other = profile.with_name("other.yaml")
    other.write_bytes(profile.read_bytes())
    editor = tmp_path / "editor.sh"
    editor.write_text('#!/bin/sh\nsed -i "s/^year: .*/year: 1850/" "$1"\n')
    editor.chmod(0o755)
    kg("review", other, "--editor", editor, stdin="n\ne\nq\n")

    page.press("n")
    (shown,) = re.findall(r"<textarea[^>]*>\n(.*?)</textarea>", page.at.text, re.DOTALL)
    page.press("e", text=unescape(re.sub("year: .*", "year: 1850", shown)).replace("\n", "\r\n"))

    assert profile.read_bytes() == other.read_bytes()
    assert b"1850" in profile.read_bytes()


def test_what_cannot_be_written_is_said_in_a_sentence_and_the_text_is_kept(page: Page, profile: Path) -> None:
    before = profile.read_bytes()

    form = page.press("e", text="titel: <b>Notes")

    assert form.status == 409
    assert "titel" in form.mistake
    assert "titel: &lt;b&gt;Notes</textarea>" in form.text
    assert profile.read_bytes() == before


def test_an_answer_to_what_was_changed_meanwhile_is_not_written(page: Page, profile: Path) -> None:
    profile.write_text(profile.read_text().replace("title: Notes by", "title: Notes of"))
    theirs = profile.read_bytes()

    form = page.press("2")

    assert form.status == 409
    assert "not the same any more" in form.mistake
    assert profile.read_bytes() == theirs
    assert form.question == "publications: Notes of the Translator"


def test_an_answer_is_not_undone_over_what_somebody_else_wrote(page: Page, profile: Path) -> None:
    page.press("2")
    profile.write_text(profile.read_text() + "# Theirs.\n")
    theirs = profile.read_bytes()

    form = page.press("z")

    assert "changed by somebody else since: nothing was undone" in form.mistake
    assert profile.read_bytes() == theirs
    page.press("r")
    assert b"rejected" in profile.read_bytes()
    page.press("z")
    assert profile.read_bytes() == theirs


def test_words_of_sources_are_escaped(page: Page) -> None:
    while "Letters" not in page.at.question:
        page.press("n")

    assert page.at.question == "publications: Letters &amp; &lt;Papers&gt;, 1840"
    assert "Letters &amp; &lt;Papers&gt;, 1840</blockquote>" in page.at.text
    assert "cv.md:13" in page.at.text


# Identity


@pytest.fixture
def identity(release: Release, tmp_path: Path) -> IdentityReview:
    return IdentityReview(
        Dossiers(open_archive(release.path / ARCHIVE)),
        tmp_path / "identity" / "judgements.yaml",
        "Ada",
        everything=True,
    )


def test_identity_is_judged_as_in_the_terminal_and_the_file_goes_with_the_first_answer(
    identity: IdentityReview, release: Release, tmp_path: Path, kg: Command, project: Path
) -> None:
    asked = kg("review", "--all", "--project", project, "--release", release.path, "--by", "Ada", stdin="u\ns\n")
    assert "2 answered" in asked.err
    page = Page(ReviewQueue([identity]))
    assert "Peng Cheng" in page.at.question
    assert "which many bear" in page.at.text

    page.press("u")
    assert page.press("s").question == "Nothing is open"
    assert identity.path.read_bytes() == (project / "identity" / "judgements.yaml").read_bytes()

    page.press("z")
    page.press("z")
    assert not identity.path.exists()
    page.press("y")
    assert "unsure: [person/peng-cheng-k5v4xk, person/peng-cheng-mychsd]" in identity.path.read_text()


# Spellings


def test_all_names_in_several_forms_stand_on_one_page(tmp_path: Path) -> None:
    paths = [tmp_path / "ada.yaml", tmp_path / "bea.yaml"]
    for path, venue, society in zip(paths, ("Lancet", "The Lancet"), ("<Royal> Society", "Royal Society"), strict=True):
        path.write_text(
            f"id: {path.stem}\nname: {path.stem}\npublications:\n  - {{title: T, venue: {venue}}}  # mine\n"
            f"memberships:\n  - organization: {society}\n"
        )
    before = [path.read_bytes() for path in paths]
    sessions = [ReviewSession(path) for path in paths]
    page = Page(ReviewQueue([*sessions, SpellingReview(sessions)]))
    assert "venue: Lancet = The Lancet" in page.at.text

    page.at = Page._form(page.client.get("/?q=spellings"))
    assert page.at.question == "Spellings"
    assert page.at.text.count("&lt;Royal&gt; Society") > 1
    page.press("1")  # of the last cluster, whose fields the form has

    assert page.at.question == "Spellings"
    assert [path.read_text().count("venue: Lancet") for path in paths] == [1, 1]
    assert [path.read_text().count("# mine") for path in paths] == [1, 1]
    page.press("e", text=" ", back="spellings")
    assert "There is no name" in page.at.mistake
    page.press("z", back="spellings")
    assert [path.read_bytes() for path in paths] == before


# Who may


def test_the_address_is_exchanged_for_a_cookie_that_scripts_do_not_see(profile: Path) -> None:
    client = Client(application(ReviewQueue([ReviewSession(profile)]), TOKEN))

    answer = client.get("/", params={"token": TOKEN}, follow_redirects=False)

    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert re.fullmatch(r"kg-review-8123=[\w-]{32}; HttpOnly; Path=/; SameSite=lax", answer.headers["set-cookie"])
    assert TOKEN not in answer.headers["set-cookie"]  # cookies go to every port of the machine


def test_the_address_lets_in_one_browser_as_often_as_it_is_opened_there(page: Page) -> None:
    again = page.client.get("/", params={"token": TOKEN}, follow_redirects=True)
    other = Client(page.client.app).get("/", params={"token": TOKEN}, follow_redirects=True)

    assert (again.status_code, other.status_code) == (200, 403)


@pytest.mark.parametrize(
    ("path", "cookies"),
    [
        ("/", {"kg-review-8123": "other"}),
        ("/", {"kg-review-1": TOKEN}),
    ],
)
def test_without_the_token_nothing_is_shown(profile: Path, path: str, cookies: dict[str, str]) -> None:
    client = Client(application(ReviewQueue([ReviewSession(profile)]), TOKEN), **cookies)

    answer = client.get(path, headers={"accept": "text/html"})

    assert answer.status_code == 403
    assert "Open the whole address that kg review printed; it is good for one browser" in answer.text
    assert "Notes" not in answer.text


def test_nothing_is_written_for_who_lacks_token_key_or_origin(page: Page, profile: Path) -> None:
    before = profile.read_bytes()
    fields = {**page.at.fields, "answer": "r"}
    stranger = Client(page.client.app)

    assert stranger.post("/answer", data=fields).status_code == 403
    assert page.send("/answer", {**fields, "form": "other"}).status == 403
    assert page.send("/answer", {**fields, "form": TOKEN}).status == 403
    for origin in ("https://evil.example", "null", "http://127.0.0.1:8124", "http://localhost:8123"):
        assert page.send("/answer", fields, origin=origin).status == 403, origin
    for path in ("/undo", "/redo"):
        assert page.send(path, {}).status == 403
    for path in ("/answer", "/undo", "/redo"):
        assert page.client.get(path).status_code == 405
    assert profile.read_bytes() == before

    assert page.send("/answer", fields, origin=ADDRESS).status == 200
    assert profile.read_bytes() != before


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8123", "127.0.0.1.evil.example", "10.0.0.1"])
def test_another_host_gets_nothing(page: Page, host: str) -> None:
    answer = page.client.get("/", headers={"host": host})

    assert answer.status_code == 421
    assert "Notes" not in answer.text


def test_the_page_lets_nothing_of_others_in(page: Page) -> None:
    headers = page.client.get("/").headers

    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert (headers["cache-control"], headers["referrer-policy"]) == ("no-store", "same-origin")
    assert "access-control-allow-origin" not in headers
    assert not re.findall(r"<script(?![^>]*src=)|<style|\son\w+=|\sstyle=|https?://(?!ada)", page.at.text)


@pytest.mark.parametrize(
    "name", ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "../../../../etc/passwd", "%00", "/etc/passwd"]
)
def test_no_file_but_the_assets_is_sent(page: Page, name: str) -> None:
    assert page.client.get(f"/assets/{name}").status_code in (400, 404, 405)
