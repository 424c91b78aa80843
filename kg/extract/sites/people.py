"""What keys say of a person, in the head of a page, in settings and in CVs as data, by the table of sites."""

import re
from collections.abc import Iterator

from kg.base.node import Node
from kg.extract import addresses
from kg.extract.career import vocabulary
from kg.extract.lines import trimmed
from kg.extract.owner import name_under_key
from kg.extract.sites import entries, table
from kg.extract.sites.entries import KeyedEntry, text_of
from kg.extract.sites.files import SiteFiles
from kg.extract.sites.stating import Stating, is_placeholder_value, leaves, plain
from kg.interchange import staff
from kg.profile.drafts.model import PERSON, Fact
from kg.profile.written_names import WrittenName
from kg.terms.identifiers import fold
from kg.terms.roles import ROLES, role_of

_CONTAINERS = 3  # so many levels of keys that hold others together are looked into
_ROLES = ("role", "jobtitle", "position", "positionkey", "rank")
_CONTACTS = ("links", "social", "profiles")
_HOME = frozenset(("home", "house", "homepage", "home page", "website", "web site", "globe", "web"))
_NO_NAME = re.compile(r"[][/*+?\\^$]|^[^(]*\)|\([^)]*$")
_SPLIT = re.compile(r"\s*[;,]\s*")
_LEAST_WORDS = 8  # a biography has more than a tag line


def name_of(node: Node) -> Node:
    """What a person is called there: a value with the name as its text."""
    whole = node.peek("name", "fullname", "displayname", "author.name", "author")
    parts = [part.text for key in ("firstname", "middlename", "lastname") if (part := node.peek(key)).text]
    if not whole.text and len(parts) > 1:
        return node.peek("firstname").instead(" ".join(parts), "name")
    return whole if whole.text else node.peek("title")


def names_of(node: Node) -> list[str]:
    """All spellings of the name of a person that the keys of a page give."""
    values = (node.peek(key) for key in ("title", *table.fields("person")["variants"]))
    whole = plain(name_of(node).text)
    read = [name_under_key(whole), *(found for value in values for found in _spellings(value))]
    return list(dict.fromkeys([whole, *(form for each in read if each for form in (each.name, *each.variants))]))


def _spellings(value: Node) -> list[WrittenName]:
    """The names of a list, or of the alternatives of a regular expression without its signs; no addresses of pages."""
    texts = [text.strip() for each in value.entries for text in text_of(each).split("|")]
    return [found for text in texts if not _NO_NAME.search(text) and (found := name_under_key(text))]


def is_person(node: Node) -> bool:
    """Whether a head is of a page about a person: a name of its own, or a role beside a title that is a name."""
    if entries.kind_of(node) == "person" or (node.peek("name", "lastname").text and node.peek(*_CONTACTS).value):
        return True
    if node.peek("name").text and vocabulary.role_in(node.peek("title").text):
        return True
    telling = ("interests", "education", "organizations", "email", "variants", "homepage", "same_as")
    has_some = any(node.peek(*table.fields("person")[field]).value for field in telling)
    return has_some and name_under_key(plain(node.peek("name", "fullname", "displayname", "title").text)) is not None


def is_nobody(node: Node) -> bool:
    """Whether a page is of a pet or a mascot."""
    return any(staff.is_nobody(text_of(node.peek(key))) for key in (*_ROLES, "type", "group"))


def is_former(node: Node) -> bool:
    """Whether the keys of a page say that somebody is no longer there."""
    return _role(node)[1]


def read(node: Node, stating: Stating, files: SiteFiles) -> Iterator[Fact]:
    """Yield what a mapping about a person says; what it says besides is noted as not imported."""
    name = name_of(node)
    for key in ("name", "fullname", "displayname", "firstname", "middlename", "lastname", "title"):
        node.peek(key).is_read = node.peek(key).is_read or plain(node.peek(key).text) in plain(name.text)
    facts = [*contacts(node, stating), *_variants(node, stating, plain(name.text)), *_career(node, stating, files)]
    facts += _lists(node, stating)
    yield from facts
    files.note_unread(node, "person", stating.source, facts)


def contacts(node: Node, stating: Stating) -> Iterator[Fact]:
    """Yield addresses, ids, pronouns and the e-mail address under keys of a mapping, and of those that it holds."""
    seen: set[str] = set()
    for fact in _contacts(node, stating):
        field = next(iter(fact.values))
        if field == "same_as" or field not in seen:
            seen.add(field)
            yield fact


def _contacts(node: Node, stating: Stating) -> Iterator[Fact]:
    for place in _places(node):
        for key, each in place.pairs:
            text = each.text
            field = addresses.field_of_key(key) or _field(key, ("homepage", "email", "same_as"))
            if field and isinstance(each.value, str | list) and not is_placeholder_value(text):
                yield from _addressed(field, key, each, stating)
        for each in place.value if isinstance(place.value, list) else ():
            address = each.peek("link", "url", "href", "address")
            if isinstance(each.value, dict) and address.text and (found := _linked(each, address.text)):
                each.mark_read()
                yield stating.of_person(*found, address)


def _field(key: str, fields: tuple[str, ...]) -> str:
    return next((field for field in fields if key in table.fields("person")[field]), "")


def _places(node: Node, depth: int = 0) -> Iterator[Node]:
    """Yield a mapping, and what it holds under keys that only hold others together."""
    yield node
    for key in table.fields("person")["within"] if depth < _CONTAINERS else ():
        inner = node.peek(key)
        if isinstance(inner.value, dict | list):
            inner.is_read = True
            yield from _places(inner, depth + 1)


def _addressed(field: str, key: str, node: Node, stating: Stating) -> Iterator[Fact]:
    """Yield what an address, an id or a name on a network says."""
    handles = table.words("handle")
    for text in map(str.strip, leaves(node)):
        found = (field, text if field == "pronouns" else addresses.canonical(field, text.strip("/ ")))
        if field == "email":
            found = (field, addresses.email_of(text.removeprefix("mailto:")))
        elif field in ("homepage", "same_as"):
            is_name = "/" not in text and "." not in text.strip(".") and key in handles
            url = handles[key] + text.lstrip("@") if is_name else addresses.complete(text) if "." in text else ""
            found = addresses.of_address(url) or (field, url)
        if found[1]:
            node.is_read = True
            yield stating.of_person(*found, node)


def _linked(item: Node, url: str) -> tuple[str, str] | None:
    """The field that an address in a list of links is of."""
    if is_placeholder_value(url):
        return None
    if url.startswith("mailto:"):
        email = addresses.email_of(url.removeprefix("mailto:"))
        return ("email", email) if email else None
    words = {fold(text_of(item.peek(key))) for key in ("text", "name", "icon", "label", "network", "type")}
    found = addresses.of_address(url)
    return found or (("homepage", addresses.complete(url)) if words & _HOME and addresses.complete(url) else None)


def _variants(node: Node, stating: Stating, name: str) -> Iterator[Fact]:
    """Yield the other names of a person; Hugo's aliases are addresses of a page."""
    for value in map(node.peek, (*table.fields("person")["variants"], "title")):
        read = _spellings(value)
        if value.value is not None and (read or all("/" in text for text in leaves(value))):
            value.mark_read()
        spelt = [form for each in read for form in (each.name, *each.variants) if form != name]
        if spelt:
            yield stating.of_person("variants", list(dict.fromkeys(spelt)), value)


def _career(node: Node, stating: Stating, files: SiteFiles) -> Iterator[Fact]:
    """Yield what somebody is, with where and since when, degrees, positions and awards."""
    for section in ("education", "positions", "awards"):
        for each in node.peek(*table.fields("person")[section]).entries:
            if isinstance(each.value, dict) and (
                found := list(entries.read(KeyedEntry(section, each, stating, files)))
            ):
                node.at(*table.fields("person")[section])
                yield from found
    role, is_former = _role(node)
    if role is not None:
        job, value = role
        positions = list(_positions(node, stating, files, role, is_former=is_former))
        value.is_read = value.is_read or not is_former or bool(positions)
        if not is_former:
            yield stating.fact(PERSON, {"job_title": job}, [value], cut=["job_title"] * (job != plain(value.text)))
        yield from positions


def job_of(node: Node, stating: Stating) -> Iterator[Fact]:
    """Yield what somebody is, of settings and heads that are about other things too: only in words for jobs."""
    role, is_former = _role(node)
    if role and not is_former and role[1].key.casefold() != "title" and vocabulary.role_in(role[0]):
        yield stating.fact(PERSON, {"job_title": role[0]}, [role[1]], cut=["job_title"])


def _role(node: Node) -> tuple[tuple[str, Node] | None, bool]:
    """What somebody is, with the value that says so, and whether another key says that it is over."""
    groups = [each for key in table.fields("person")["group"] for each in node.peek(key).entries]
    is_former = fold(node.peek("current").text) == "false" or fold(node.peek("alumni").text) not in ("", "false", "no")
    for value in [*groups, *map(node.peek, _ROLES)]:
        if staff.FORMER.search(text := text_of(value)) and (value in groups or staff.FORMER.fullmatch(text)):
            value.is_read = is_former = True
    for key in table.fields("person")["job_title"]:
        value = node.peek(key)
        text = text_of(value) if isinstance(value.value, str | list) else ""
        job = role_of(text.replace("_", " ") if key in _ROLES else trimmed(text.partition(",")[0]))
        is_job = key in _ROLES[:-1] or (len(job.split()) <= 10 and vocabulary.role_in(job) is not None)
        is_over = key in _ROLES and staff.FORMER.fullmatch(text)
        if job and is_job and len(job.split()) <= 12 and not is_over and not is_placeholder_value(text):
            return (job, value), is_former
    found = ((role_of(text), value) for value in groups if fold(text := text_of(value)) in ROLES)
    return next(found, None), is_former


def _positions(
    node: Node, stating: Stating, files: SiteFiles, role: tuple[str, Node], *, is_former: bool
) -> Iterator[Fact]:
    """Yield the position at the organisation that stands beside a role: the one called primary, else the first."""
    where = node.peek(*table.fields("person")["organizations"])
    dates = [each for field in ("start", "end") if (each := node.peek(*table.fields("when")[field])).value]
    named = [each for each in where.entries if text_of(each) and not is_placeholder_value(text_of(each))]
    named.sort(key=lambda each: fold(each.peek("primary").text) != "true")
    start, end, _ = entries.when(node, spans=False) if named else ("", "", False)
    if not named or (is_former and end in ("", "present")):
        return
    where.is_read = True
    body, unit, place = entries.parts(text_of(named[0]))
    values = {"organization": body, "unit": unit, "role": role[0], "location": place, "start": start}
    reason = "" if dates else "the page states no end"
    cut = ["unit", "location"] * bool(unit or place) + ["end"] * (not dates)
    said = [role[1], named[0], *dates]
    yield stating.fact("positions", values | {"end": end or "present"}, said, cut=cut, reason=reason)
    for each in named[1:]:
        message = f"ignored: '{text_of(each)[:120]}': '{role[0][:60]}' is stated once, beside several organisations"
        files.warn(message, stating.path, each.lines[0], hint="add what the person is there under 'positions'")


def _lists(node: Node, stating: Stating) -> Iterator[Fact]:
    """Yield interests and skills, and the biography under a key of its own."""
    for field in ("interests", "skills"):
        value = node.peek(*table.fields("person")[field])
        listed = [leaf for each in value.entries for leaf in _words(each)]
        if len(listed) == 1:
            listed = _SPLIT.split(listed[0])
        words = [plain(text) for text in listed if text and len(text.split()) <= 12 and "@" not in text]
        if words:
            value.mark_read()
            yield stating.of_person(field, list(dict.fromkeys(words)), value)
    told = node.peek(*table.fields("person")["summary"])
    text = plain(told.text)
    is_private = "@" in text or any(map(addresses.email_of, text.split()))
    if len(text.split()) >= _LEAST_WORDS and text.endswith((".", "!")) and not told.is_read and not is_private:
        told.is_read = True
        yield stating.of_person("summary", text, told)


def _words(node: Node) -> Iterator[str]:
    """Yield the words of an item: of a group those of its items."""
    inner = node.peek("items", "list", "keywords")
    if inner.value is not None:
        yield from (word for each in inner.entries for word in _words(each))
    elif text := text_of(node):
        yield text
