"""Whose homepage it is: what files of settings, the author's page of Hugo, and the front page of Quarto say."""

from kg.base.node import Node
from kg.extract import addresses
from kg.extract.owner import owner_of
from kg.extract.sites import people
from kg.extract.sites.files import SiteFiles
from kg.extract.sites.stating import Stating, is_placeholder_value, plain
from kg.profile.drafts.model import Fact
from kg.profile.written_names import WrittenName

_REASON = "the site's configuration names its owner so"


def read(files: SiteFiles) -> tuple[list[Fact], bool]:
    """What the settings of a site say, and whether the name there is still the template's."""
    facts: list[Fact] = []
    is_unedited = False
    places = [(path, files.data(path), "site config") for path in files.of_kind("config", ())]
    owners = list(files.of_kind("owner")) or files.below("content/authors", (".md",), depth=2)[:1]
    pages = [*owners, *(path for name in ("index.qmd", "about.qmd") if (path := files.one(name)))]
    places += [(path, page.head, "front matter") for path in pages[:2] if (page := files.page(path))]
    is_given = bool(files.name)
    for path, data, how in places:
        is_front = path.suffix == ".qmd"
        if is_front and not data.peek("about").value:
            continue
        stating = Stating(path.as_posix(), how)
        site = data.peek("website") if data.peek("website").pairs and not is_front else data
        author = site.peek("author", "params.author", "params.profile")
        files.address = files.address or _address(site)
        found, is_template = _name(site, author, stating)
        is_unedited = (is_unedited or is_template) and not files.name
        if found and (is_given or not files.name):
            files.name = files.name or str(found[0].values["name"])
            facts += found
        facts += _about(site, author, stating, files, is_whole=how == "front matter" and not is_front)
    if not is_given and not files.name and is_unedited:  # nothing else there is anybody's
        facts.clear()
    return facts, is_unedited and not is_given


def _about(data: Node, author: Node, stating: Stating, files: SiteFiles, *, is_whole: bool) -> list[Fact]:
    """What settings say of the person: only of keys that hold nothing else, unless they are about the author."""
    if is_whole:
        return []
    facts = [*people.contacts(data, stating), *people.job_of(data, stating)]
    if author.pairs:
        facts += people.read(author, stating, files)
    if files.address and files.address == _address(data):
        facts.append(stating.of_person("homepage", files.address, data.at("url", "siteurl", "baseurl")))
    files.note_unread(data, "", stating.source, facts)
    return facts


def _address(data: Node) -> str:
    url, base = data.peek("url", "siteurl").text, data.peek("baseurl").text
    url, base = (url, base) if url else (base, "")
    if not url.startswith(("http://", "https://")) or is_placeholder_value(url):
        return ""
    return addresses.valid(f"{url.rstrip('/')}/{base.strip('/')}".rstrip("/")).rstrip("/")


def _name(data: Node, author: Node, stating: Stating) -> tuple[list[Fact], bool]:
    """The name of the owner, of the first place that has one and was edited, and whether one was not."""
    whole = people.name_of(data)
    places = [("author", node) for node in (author.peek("name"), author, data.peek("params.name"), whole)]
    is_template = False
    for key, node in [*places, ("title", data.peek("title"))]:
        text = plain(node.text)
        if text and is_placeholder_value(text):
            is_template = True
        elif text and not (is_template and key == "title") and (owner := owner_of((), {key: text}, lambda: ())):
            said = [data.peek(key) for key in ("firstname", "middlename", "lastname")] if node is whole else []
            said = [each for each in said if each.value] or [node]
            return [*stating.of_name(WrittenName(owner.name, owner.variants), *said, reason=_REASON)], False
    return [], is_template
