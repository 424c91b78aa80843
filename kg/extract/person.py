"""Fields of the person: links, contacts, pronouns, what one is now, and the biography."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kg.extract import addresses
from kg.extract.documents.model import TextRun
from kg.extract.lines import BlockLine, joined, trimmed
from kg.extract.page import PageContext
from kg.extract.sections import HEAD, CvSection
from kg.profile.drafts.model import PERSON, Fact
from kg.terms.identifiers import fold

MAX_SUMMARY = 3_000
MAX_LINE = 2_000
"""How much of a line is looked at for contacts."""

EMAIL = re.compile(
    r"[\w.+-]{1,64}(?:@|\s?[\[({<]\s?(?:at|@)\s?[\])}>]\s?|\s(?-i:AT)\s)[\w-]{1,63}(?:(?:\.|\s?[\[({<]\s?(?:dot|"
    r"\.)\s?[\])}>]\s?|\s(?-i:DOT)\s)[\w-]{1,63}){1,5}",
    re.IGNORECASE,
)
_LABEL_NAMES = "|".join(sorted(addresses.LABELS, key=len, reverse=True))
_LABEL = re.compile(
    rf"(?:^|(?<=[\s|◊&•·,;(/\t]))(?P<label>{_LABEL_NAMES}|e-?mail|tel(?:ephone)?|phone|mobile|cell|address|"
    rf"office|pronouns)\s*[::]\s*",
    re.IGNORECASE,
)
_CUT = re.compile(r"\s*(?:[|◊•·\t⋄♦]|\s&\s|\xa0{2,}|\s{3,}|\s/\s)\s*")
_ORCID = re.compile(r"(?:ORCID(?: iD)?\s+)?(\d{4}-\d{4}-\d{4}-\d{3}[\dX])", re.IGNORECASE)
_PHONE = re.compile(r"(?:\+|\()?\d[\d\s().–-]{6,20}\d")
_PRONOUNS = re.compile(r"\b(?:she/her(?:/hers)?|he/him(?:/his)?|they/them(?:/theirs)?)\b", re.IGNORECASE)
_STREET = re.compile(
    r"\b(?:street|st\.|road|rd\.?|avenue|ave\.?|blvd|boulevard|lane|drive|building|bldg|room|box|straße|strasse|"
    r"platz|rue|calle|via|campus)\b",
    re.IGNORECASE,
)
_NOUN = (
    r"(?:student|candidate|professor|scientist|engineer|researcher|fellow|lecturer|director|postdoc|lead|instructor|"
    r"assistant|architect|technologist|developer|principal|manager|chair|associate)"
)
_JOB = re.compile(
    rf"(?:[\w.’'/()-]{{1,25}}\s){{0,5}}?{_NOUN}\b(?:\s(?:of|in)\s[A-Z][\w&]{{1,25}}(?:\s(?:and\s|"
    rf"&\s)?[A-Z][\w&]{{1,25}}){{0,4}})?"
    r"(?:\s\([^()]{1,30}\))?",
    re.IGNORECASE,
)
_I_AM = re.compile(
    rf"\b(?:I am|I['’]m|I (?:currently )?(?:work|serve) as|[Hh]e is|[Ss]he is|"
    rf"[A-Z][\w-]{{1,25}} is)\s(?:currently\s|now\s)?(?:an?|the)\s"
    rf"(?P<job>(?:[\w.’'/-]{{1,25}}\s){{0,5}}?{_NOUN}\b(?!\s{_NOUN}\b)(?:\sof\s[A-Z][\w&]{{1,25}}(?:\s(?:and\s|"
    rf"&\s)?[A-Z][\w&]{{1,25}}){{0,4}})?)",
)
_LOWER_WORD = re.compile(r"(?<![\w@./])[a-z]{2,}(?![\w@./])")


@dataclass(frozen=True)
class _LabelledSegment:
    """A piece of a line with its label. It alone is quoted, for homes stand on such lines too."""

    written_label: str
    text: str
    line: BlockLine

    @property
    def label(self) -> str:
        """The label, folded."""
        return fold(self.written_label)

    def quote(self, words: str) -> str:
        """Return the words of it that say something, behind the label."""
        return f"{self.written_label}: {words}" if self.written_label else words


def read(page: PageContext) -> Iterator[Fact]:
    """Yield what the head of a page, its section of contacts and its front matter say of the person."""
    seen: set[str] = set()
    for fact in _all(page):
        key = next(iter(fact.values))
        if key == "same_as" or key not in seen:
            seen.add(key)
            yield fact


def _all(page: PageContext) -> Iterator[Fact]:
    for section in page.sections:
        if section.kind in (HEAD, "contact", "summary"):
            yield from _of_section(section, page)
    yield from _summary(page)


def _of_section(section: CvSection, page: PageContext) -> Iterator[Fact]:
    blocks = {id(line.block): line.block for line in section.lines}  # one may have thousands of lines
    prose = {key for key, block in blocks.items() if _is_prose(block.text)}
    for line in section.lines:
        yield from _told(line, page)
        if id(line.block) in prose:
            continue
        for piece in _pieces(line):
            yield from _of_piece(piece, page, is_contact=section.kind != "summary")
        yield from _of_links(line, page)


def _is_prose(text: str) -> bool:
    """Say whether a text tells something in sentences: its links are those of others as well."""
    return len(_LOWER_WORD.findall(_LABEL.sub(" ", text[:MAX_LINE]))) > 9


def _pieces(line: BlockLine) -> Iterator[_LabelledSegment]:
    """Yield the pieces of a line, at its separators and at the labels of contacts."""
    for part in _CUT.split(line.text[:MAX_LINE]):
        here, label = 0, ""
        for match in _LABEL.finditer(part):
            yield _LabelledSegment(label, part[here : match.start()], line)
            here, label = match.end(), match["label"]
        yield _LabelledSegment(label, part[here:], line)


def _of_piece(piece: _LabelledSegment, page: PageContext, *, is_contact: bool) -> Iterator[Fact]:
    text = trimmed(piece.text.strip(" ,;&🌐✉☎📧📞📍🏠\ufe0f"))
    if not text:
        return
    if field := addresses.LABELS.get(piece.label):
        word = text.split(maxsplit=1)[0]
        value = addresses.canonical(field, word)
        yield from [_person(page, field, value, "behind label", piece.line, piece.quote(word))] if value else []
        return
    if number := _ORCID.fullmatch(text):
        value = addresses.canonical("orcid", number[1])
        yield from [_person(page, "orcid", value, "number", piece.line, piece.quote(number[1]))] if value else []
        return
    if is_contact:
        yield from _contact(piece, text, page)
    if pronouns := _PRONOUNS.search(text):
        yield _person(page, "pronouns", pronouns[0], "in head", piece.line, pronouns[0])
    elif address := addresses.bare_address(text):
        yield from _of_address(address, page, piece.line, text)
    elif not piece.label and (job := _job(text)):
        yield _person(page, "job_title", job, "in head", piece.line, job)


def _job(text: str) -> str:
    """Return what one is, of a piece that says no more or goes on with where."""
    pieces = (trimmed(text), trimmed(text.partition(",")[0]))
    return next((piece for piece in pieces if _JOB.fullmatch(piece)), "")


def _contact(piece: _LabelledSegment, text: str, page: PageContext) -> Iterator[Fact]:
    if (found := EMAIL.search(text)) and (email := addresses.email_of(found[0])):
        yield _person(page, "email", email, "address", piece.line, found[0])
        return
    if found := _PHONE.search(text):
        is_phone = piece.label.startswith(("tel", "phone", "mobile", "cell")) or "☎" in piece.text or "📞" in piece.text
        digits = sum(map(str.isdigit, found[0]))
        if 7 <= digits <= 15 and (is_phone or found[0].startswith("+")):
            yield _person(page, "phone", found[0].strip(), "number", piece.line, found[0].strip())
            return
    is_labelled = piece.label in ("address", "office")
    if is_labelled or (_STREET.search(text) and any(map(str.isdigit, text)) and "," in text):
        yield _person(page, "address", text, "behind label" if is_labelled else "street", piece.line, piece.quote(text))


def _of_links(line: BlockLine, page: PageContext) -> Iterator[Fact]:
    for run in line.runs:
        if not run.target or run.target.startswith(("mailto:", "tel:", "#")):
            continue
        label = addresses.LABELS.get(fold(run.text), "")
        if found := addresses.of_address(run.target):
            yield _person(page, *found, "link", line, _linked(run))
        elif (label == "homepage" or addresses.bare_address(run.text)) and (value := addresses.complete(run.target)):
            yield _person(page, "homepage", value, "link", line, _linked(run))


def _linked(run: TextRun) -> str:
    """Return what a link says: the words and the address behind them."""
    return run.text.strip() if run.target in run.text else f"{run.text.strip()}\n<{run.target}>"


def _of_address(address: str, page: PageContext, line: BlockLine, words: str) -> Iterator[Fact]:
    run = next((run for run in line.runs if run.target and addresses.complete(run.text) == address), None)
    linked = run.target if run else address
    found = addresses.of_address(linked) or ("homepage", addresses.complete(linked))
    if found[1]:
        yield _person(page, *found, "bare address", line, _linked(run) if run else words)


def _told(line: BlockLine, page: PageContext) -> Iterator[Fact]:
    if match := _I_AM.search(line.text[:MAX_LINE]):
        yield _person(page, "job_title", match["job"], "sentence", line, match[0])


def _person(page: PageContext, field: str, value: str, how: str, line: BlockLine, words: str) -> Fact:
    """Return a fact that rests on some words of a line."""
    return page.fact(PERSON, {field: [value] if field == "same_as" else value}, {field: how}, [line], words=words)


def _summary(page: PageContext) -> Iterator[Fact]:
    """Yield the biography: the paragraphs of a section of its own, else the first one of sentences in the head."""
    for section in page.sections:
        if section.kind == "summary" and (lines := _sentences(section.lines, 8)):
            yield _biography(lines, "section", page)
            return
    head = [line for section in page.sections if section.kind == HEAD for line in section.lines]
    if lines := _sentences(head, 20):
        block = lines[0].block
        yield _biography([line for line in lines if line.block is block], "first paragraph", page)


def _is_private(text: str) -> bool:
    """Say whether an e-mail address or a telephone number is in a text."""
    may_have_address = "@" in text or "(at" in text or "[at" in text or " AT " in text or "{at" in text or "<at" in text
    return (may_have_address and EMAIL.search(text) is not None) or _PHONE.search(text) is not None


def _sentences(lines: Sequence[BlockLine], least: int) -> list[BlockLine]:
    """Return lines that tell of the person; what holds an e-mail address stays private."""
    private = {id(line.block) for line in lines if _is_private(line.text)}
    told = [line for line in lines if not line.is_heading and not line.is_item and id(line.block) not in private]
    by_block: dict[int, list[BlockLine]] = {}
    for line in told:
        by_block.setdefault(id(line.block), []).append(line)
    prose = {
        key
        for key, block in by_block.items()
        if len(joined(block).split()) >= least and re.search(r"[.!]", block[-1].text)
    }
    return [line for line in told if id(line.block) in prose]


def _biography(lines: Sequence[BlockLine], how: str, page: PageContext) -> Fact:
    kept: list[BlockLine] = []
    for line in lines:
        if kept and len(joined([*kept, line])) > MAX_SUMMARY:
            break
        kept.append(line)
    return page.fact(PERSON, {"summary": joined(kept)[:MAX_SUMMARY]}, {"summary": how}, kept)
