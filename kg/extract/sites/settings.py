"""Whose homepage it is: the site's configuration, the author's page of Hugo, and files of social links."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from kg.base.tables import lines_of
from kg.extract import addresses
from kg.extract.lines import trimmed
from kg.extract.nodes import ValueNode
from kg.extract.owner import owner_of
from kg.extract.sites.files import FrontMatterPage, SiteFiles
from kg.extract.sites.stating import Stating, is_placeholder_value, plain
from kg.profile.drafts.model import Fact

CONFIGS = tuple(lines_of("kg.extract", "tables/site_settings.txt"))
"""Files that say whose site it is."""

_JOB = re.compile(
    r"\b(?:student|candidate|professor|scientist|engineer|researcher|fellow|lecturer|director|postdoc\w*|lead|"
    r"instructor|assistant|architect|developer|principal|manager|chair|associate|head|scholar|reader)\b",
    re.IGNORECASE,
)
_NOT_PUBLIC = re.compile(r"localhost|127\.0\.0\.1|example\.com$|academicpages\.github\.io|alshedivat|\[|mmistakes")


@dataclass
class SiteSettings:
    """What is known of a site as a whole.

    Attributes:
        name: Whose it is; empty where no file of settings says so.
        address: Where it is published, without a slash at its end.
        facts: What the settings say of the person.
        is_unedited: Whether the name is still the template's.
        author_page: Hugo's page of the author, if there is one.
    """

    name: str = ""
    address: str = ""
    facts: list[Fact] = field(default_factory=list)
    is_unedited: bool = False
    author_page: FrontMatterPage | None = None

    def complete(self, url: str) -> str:
        """Return an address in full; one within the site needs to be known where the site is."""
        url = url.strip()
        if url.startswith("/") and not url.startswith("//"):
            url = f"{self.address}{url}" if self.address else ""
        return addresses.valid(url)


def read(files: SiteFiles) -> SiteSettings:
    """Return what the settings of a site say."""
    settings = SiteSettings()
    for name in CONFIGS:
        if path := files.one(name):
            stating = Stating(path.as_posix(), "site config")
            _take(settings, files.data(path), stating)
    _of_author(files, settings)
    _of_front_page(files, settings)
    if settings.is_unedited:  # nothing else there is anybody's
        settings.facts.clear()
    return settings


def _take(settings: SiteSettings, data: ValueNode, stating: Stating) -> None:
    if data.at("website").value:  # Quarto has what concerns the site there
        data = data.at("website")
    params = data.at("params")
    author = data.at("author") if data.at("author").value else params.at("author", "profile")
    _take_address(settings, data)
    _take_name(settings, data, author, stating)
    for place in (data, author, params, params.at("social", "socials"), author.at("social", "links")):
        settings.facts.extend(of_mapping(place, stating))
    if settings.address and settings.address == _address(data):
        settings.facts.append(stating.of_person("homepage", settings.address, data.at("url", "siteurl", "baseurl")))


def _take_address(settings: SiteSettings, data: ValueNode) -> None:
    if not settings.address:
        settings.address = _address(data)


def _address(data: ValueNode) -> str:
    url = data.at("url", "siteurl").text or data.at("baseurl").text
    if not url.startswith(("http://", "https://")) or _NOT_PUBLIC.search(url) or is_placeholder_value(url):
        return ""
    base = data.at("baseurl").text if data.at("url").text else ""
    return addresses.valid(f"{url.rstrip('/')}/{base.strip('/')}".rstrip("/")).rstrip("/")


def _take_name(settings: SiteSettings, data: ValueNode, author: ValueNode, stating: Stating) -> None:
    """Take the name of the owner, of the first place that has one and was edited."""
    parts = [data.at(key) for key in ("firstname", "middlename", "lastname")]
    if data.at("lastname").text:
        whole = " ".join(part.text for part in parts if part.text)
        if _take_one(settings, {"author": whole}, parts, stating):
            return
    places = (author.at("name"), author, data.at("name"), data.at("params").at("name"))
    for node in places:
        if node.text and _take_one(settings, {"author": plain(node.text)}, [node], stating):
            return
    title = data.at("title")
    if title.text and not (settings.is_unedited and not settings.name):
        _take_one(settings, {"title": plain(title.text)}, [title], stating)


def _take_one(settings: SiteSettings, stated: Mapping[str, str], said: list[ValueNode], stating: Stating) -> bool:
    text = next(iter(stated.values()))
    if is_placeholder_value(text):
        settings.is_unedited = settings.is_unedited or not settings.name
        return False
    owner = owner_of((), stated, lambda: ())
    if owner is None or settings.name:
        return owner is not None
    settings.name, settings.is_unedited = owner.name, False
    reason = "the site's configuration names its owner so"
    settings.facts.append(stating.fact("", {"name": owner.name}, said, reason=reason))
    if owner.variants:
        settings.facts.append(stating.fact("", {"variants": list(owner.variants)}, said, reason=reason))
    return True


def of_mapping(place: ValueNode, stating: Stating) -> Iterator[Fact]:
    """Yield what keys of a mapping say of the person."""
    for key, node in place.pairs:
        known = addresses.field_of_key(key)
        if known and node.text and not is_placeholder_value(node.text):
            value = node.text if known == "pronouns" else addresses.canonical(known, node.text.strip("/ "))
            if value:
                yield stating.of_person(known, value, node)
    if email := addresses.email_of(place.at("email").text):
        yield stating.of_person("email", email, place.at("email"))
    yield from _job(place, stating)


def _job(place: ValueNode, stating: Stating) -> Iterator[Fact]:
    for node in (place.at("role"), place.at("bio"), place.at("jobtitle"), place.at("tagline")):
        job = trimmed(plain(node.text).partition(",")[0])
        if job and len(job.split()) <= 10 and _JOB.search(job) and not is_placeholder_value(node.text):
            yield stating.fact("", {"job_title": job}, [node], cut=["job_title"])
            return


def _of_author(files: SiteFiles, settings: SiteSettings) -> None:
    """Take what Hugo's page of the author says."""
    names = ("content/authors/admin/_index.md", "content/authors/me/_index.md")
    path = files.one(*names) or next(iter(files.below("content/authors", (".md",), depth=2)), None)
    page = files.page(path) if path else None
    if path is None or page is None:
        return
    settings.author_page = page
    stating, head = Stating(page.name, "front matter"), page.head
    for key in ("name", "title"):
        if head.at(key).text and _take_one(settings, {"author": plain(head.at(key).text)}, [head.at(key)], stating):
            break
    settings.facts.extend(of_mapping(head, stating))
    if interests := [plain(each.text) for each in head.at("interests").entries if each.text]:
        settings.facts.append(stating.of_person("interests", interests, head.at("interests")))
    _take_links(settings, (*head.at("social").entries, *head.at("profiles").entries), stating)


def _of_front_page(files: SiteFiles, settings: SiteSettings) -> None:
    """Take what the front page of Quarto says: its `about` has links, its title may be the name."""
    for name in ("index.qmd", "about.qmd"):
        path = files.one(name)
        page = files.page(path) if path else None
        if page is None or not (about := page.head.at("about")).value:
            continue
        stating = Stating(page.name, "front matter")
        if page.head.at("title").text:
            _take_one(settings, {"title": plain(page.head.at("title").text)}, [page.head.at("title")], stating)
        _take_links(settings, about.at("links").entries, stating)


def _take_links(settings: SiteSettings, links: Iterable[ValueNode], stating: Stating) -> None:
    for link in links:
        address = link.at("link", "url", "href")
        if found := addresses.of_address(address.text):
            value = [found[1]] if found[0] == "same_as" else found[1]
            settings.facts.append(stating.of_person(found[0], value, address))
