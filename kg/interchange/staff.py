"""A list of staff, as an administration keeps it: a table with a row for each person, read as a draft for each.

Columns are known by their headers in some languages, by what the declaration calls the fields of a person, and else by
what stands in them. What is a guess is said; a row that cannot be one person's is left out with the reason.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from kg.base.errors import Problem, ReadError
from kg.base.limits import limited
from kg.base.tables import lists_of, rows_of
from kg.interchange import names, works
from kg.interchange.drafting import Drafting
from kg.interchange.headers import header_of, letter_of, oddities, said_in, spellings
from kg.interchange.sheets import BOOKS, RECORDS, Sheet, SheetRow, Workbook, is_formula, read
from kg.profile import contacts
from kg.profile.drafts.model import Draft
from kg.profile.names import unordered_key
from kg.profile.reading import sha256_of
from kg.profile.reviewed import CONTACTS, person_fields
from kg.profile.written_names import of_person
from kg.terms.declaration import kg_declaration
from kg.terms.identifiers import PERSONAL, SCHEMES, SLUG_PATTERN, fold, iri_of
from kg.terms.roles import role_of

NAME = "staff"
"""What `kg import` calls such a list."""


_WORDS = "tables/staff.tsv"
KEYS = frozenset(key for key in (*lists_of("kg.interchange", _WORDS), *person_fields()) if key != "short")
"""What columns may hold."""
_OF_NAME = ("name", "given", "family", "short", "academic")
_OF_PEOPLE = frozenset(("role", "email", *PERSONAL))
"""What lists of things that have a name do not state: sponsors and tools have a picture and a page, too."""
_TOLD = ("role", "organization", "unit", "group", "start", "end")
_OF_POSITION = ("role", "unit", "organization", "start", "end", "status", "group")
_EXAMPLE = SCHEMES["orcid"].example  # in ORCID's own documents the iD of the one who stands in the template
_HEADERS = ("Name", "ORCID iD", "E-mail", "Role", "Group", "Organisation", "Start", "Room", "Homepage", "Photo")
_EXAMPLES = ("Josiah Carberry", _EXAMPLE, "j.carberry@example.org", "Professor", "Psychoceramics", "Example University",
             "2019-10", "4.012", "https://carberry.example.org/", "")  # fmt: skip
_ACADEMIC = re.compile(
    r"(?:(?:prof|dr|univ|apl|pd|ing|dipl|mag|phd|ph\.d|md|m\.d|msc|m\.sc|ma|m\.a|bsc|b\.sc|ba|b\.a|hab|habil|rer|nat|phil|med"
    r"|jur|oec|pol|h\.?\s?c|mult|lic|mgr|doc|csc|mr|mrs|ms|herr|frau|mme|sr|sra)\b[.,\s-]*)+",
    re.IGNORECASE,
)
"""A title of a person, which is no role as 'Professor' is."""
FORMER = re.compile(
    r"\b(?:former(?:ly)?|(?:lab|ex)?alum(?:ni?\w*|s)?|previous\w*|past|retired|left|emerit\w*|ehemal\w*|ausgeschieden"
    r"|pensionier\w*|anciens?|anciennes?|retraite\w*|jubilad\w*|antiguos?|anterior(?:es)?|egres\w*|ex|pensionat\w*|oud|byli|absolwen\w*"
    r"|бывш\w*|выпускник\w*|graduated|graduate, \d{4})\b|校友|毕业生|卒業生",
    re.IGNORECASE,
)
"""What the role or the status of somebody says who is no longer there."""
_PRESENT = re.compile(
    r"(?:\W|current|present|active|members?|people|team|lab|aktuelle|actuels?|membres?|miembros|membri|membros|leden)+",
    re.IGNORECASE,
)
_NO = frozenset(("n", "no", "false", "0", "nein", "non", "not current"))
_GAPS = re.compile(r"[\W_]+")
_SPLIT = re.compile(r"\s*[;|\n]\s*")
_SPLIT_COMMAS = re.compile(r"\s*[;|,\n]\s*")
_ADDRESS = re.compile(r"[^\s@<>,;]{1,64}@[^\s@<>,;]{1,255}\.[^\W\d_]{2,63}")
_HOST = re.compile(r"[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}(?:/|$)")
_SURE = 0.9
_FEW_GROUPS = 12


@dataclass(frozen=True)
class Column:
    """A column of a list, and what is read from it."""

    header: str  # As it stands, or the letter of the column
    key: str  # What it holds; empty where nothing is read
    is_guess: bool = False  # Whether what stands in it says so, not its header
    is_filled: bool = True  # Whether anything stands in it
    day_first: bool | None = None  # Whether its dates begin with the day, if they tell

    @property
    def words(self) -> str:
        """What it holds, in words."""
        notes = ["private"] * (self.key in CONTACTS) + ["by what stands there"] * self.is_guess
        return self.key.replace("_", " ") + (f" ({', '.join(notes)})" if notes else "")


@dataclass
class StaffMember:
    """A person of a list: what the rows say, and how they are called."""

    name: str
    lines: tuple[int, int]
    draft: Draft
    id: str = ""  # Of the profile, where the list states it


@dataclass
class StaffList:
    """What a list of staff says."""

    members: list[StaffMember]
    columns: list[Column]
    problems: list[Problem] = field(default_factory=list)  # Of rows, and of the file
    rows: int = 0  # How many there are below the header that are not blank

    def told(self) -> Iterator[str]:
        """Yield what the columns are taken for, in lines."""
        shown = [f"'{each.header}' → {each.words}" for each in self.columns if each.key]
        yield f"columns: {'; '.join(shown)}"
        if unread := [f"'{each.header}'" for each in self.columns if not each.key and each.is_filled]:
            yield f"not read: {', '.join(unread)} (--column HEADER=FIELD says what a column holds)"


@dataclass(frozen=True)
class _Entry:
    """A row of a person."""

    row: SheetRow
    said: Mapping[str, str]  # By key, without what says nothing
    columns: Sequence[Column]
    name: str

    @property
    def cells(self) -> dict[str, str]:
        """What stands in the row, by header."""
        return {column.header: text for column, text in zip(self.columns, self.row.cells, strict=False)}

    def date(self, key: str) -> works.WrittenDate:
        """When something was, as its column writes dates."""
        day_first = next((column.day_first for column in self.columns if column.key == key), None)
        return works.read_date(self.said.get(key, ""), day_first=day_first)

    @property
    def ids(self) -> dict[str, str]:
        """The ids of the person and of the profile, by their keys; what is none is no id."""
        found = {key: iri for key in PERSONAL if (iri := iri_of(key, self.said.get(key, "")))}
        stated = self.said.get("id", "")
        return found | ({"id": stated} if re.fullmatch(SLUG_PATTERN, stated) else {})


def template(*, example: bool = True) -> str:
    """Return a list with its headers, and a person as an example, as CSV."""
    rows = (_HEADERS, _EXAMPLES) if example else (_HEADERS,)
    return "".join(f"{','.join(row)}\n" for row in rows)


def members_of(path: Path, *, organization: str = "", columns: Mapping[str, str] | None = None) -> StaffList:
    """Return the people of a list, each with what it says of them.

    Args:
        path: CSV, XLSX, XLS, ODS, YAML or JSON.
        organization: Where people work whose row does not say it.
        columns: What columns hold, by their headers, where that is not to be guessed.

    Raises:
        ReadError: If the file cannot be read, or no column says who people are.
    """
    with limited(path):
        book = read(path)
        sheet, start, found = _header(book, path, columns or {})
        listing = StaffList([], found, list(oddities(book, sheet, path, "people")))
        sha256 = sha256_of(path)
        people = _people(sheet.rows[start:], listing, path)
        groups = dict.fromkeys(each.said["group"] for several in people for each in several if "group" in each.said)
        if groups:
            shown = ", ".join(f"'{group}'" for group in [*groups][:_FEW_GROUPS])
            listing.problems.append(Problem(f"taken for roles or status, not for units: {shown}", path))
        for several in people:
            listing.members.append(_member(several, path, sha256, organization, listing.problems))
    return listing


def is_list(path: Path) -> bool:
    """Whether a file is a list of people: a column says what they are called, and, in data, another who they are.

    Raises:
        ReadError: If it cannot be read as a table.
    """
    with limited(path):
        found = header_of(read(path), _key, _OF_NAME)
    if found is None or path.suffix.lower() not in RECORDS:
        return found is not None
    rows = found.sheet.rows[found.start :]
    is_named = "name" in found.keys and 2 * sum(" " in row.cells[found.keys.index("name")] for row in rows) > len(rows)
    return (is_named or {"given", "family"} <= {*found.keys}) and not _OF_PEOPLE.isdisjoint(found.keys)


# The columns.


def _header(book: Workbook, path: Path, given: Mapping[str, str]) -> tuple[Sheet, int, list[Column]]:
    """Return the sheet with people, the place of the first row below its header, and what its columns hold.

    The header is in one row or two, the first of those that name most columns.

    Raises:
        ReadError: If there is none, or it lacks a column of which somebody says what it holds.
    """
    asked = {fold(header): key for header, key in given.items()}
    found = header_of(book, lambda header: asked.get(fold(header)) or _key(header), _OF_NAME)
    if found is None:
        first = next((row.cells for sheet in book.sheets for row in sheet.rows if any(row.cells)), ())
        shown = next((cell for cell in first if cell), "")
        hint = "name the columns in the first row: Name, ORCID iD, E-mail, Role … (kg import staff --template)"
        hint += f"; or say it: --column '{shown[:40]}=name'" if shown else ""
        raise ReadError(Problem("no column says what the people are called", path, 1, hint=hint))
    sheet, start, headers, keys = found
    if unknown := [header for header in given if fold(header) not in map(fold, headers)]:
        hint = f"its columns are {', '.join(filter(None, headers))}"
        raise ReadError(Problem(f"there is no column '{unknown[0]}'", path, hint=hint))
    return sheet, start, _columns(headers, keys, sheet.rows[start:])


@cache
def _known() -> Mapping[str, str]:
    """Return what columns hold, by their folded headers: what the declaration calls a field, and the words above."""
    fields = kg_declaration().kinds["Person"].fields
    found = {fold(word): key for key in person_fields() if key in fields for word in (key, fields[key].label)}
    found |= {fold(network): key for network, key in names.NETWORKS.items()}
    found |= {word: key for key, words in lists_of("kg.interchange", _WORDS).items() for word in words}
    return {word.replace(" ", ""): key for word, key in found.items()} | found


def _key(header: str) -> str:
    """Return what the header of a column says that it holds, or nothing."""
    known = _known()
    forms = spellings(header)
    if found := next((known[form] for form in forms if form in known), ""):
        return found
    words = set(forms[0].split())
    return next(
        (key for key in ("orcid", "email", "openalex") if key in words or (key == "email" and "mail" in words)), ""
    )


def _columns(headers: Sequence[str], keys: Sequence[str], rows: Sequence[SheetRow]) -> list[Column]:
    """Return what each column holds: what its header says, else what stands in it and in no other column."""
    settled = list(_settled(keys))
    columns: list[Column] = []
    for at, (header, key) in enumerate(zip(headers, settled, strict=True)):
        values = [text for row in rows if at < len(row.cells) and (text := said_in(row.cells[at]))]
        known = {*settled, *(column.key for column in columns)}
        guess = "" if key or (found := _guessed(values)) in known else found
        columns.append(
            Column(header or letter_of(at), key or guess, bool(guess), bool(values), works.day_first_in(values))
        )
    return columns


def _settled(keys: Sequence[str]) -> Iterator[str]:
    """Yield what columns hold, seen together: 'Name' beside 'Vorname' is the family name, 'Nombre' the given name."""
    part = {"given": "family", "family": "given"}
    beside = next((part[key] for key in keys if key in part), "name")
    is_parted = {"given", "family"} <= set(keys)
    taken: set[str] = set()
    for key in keys:
        found = key
        if key == "short" or (key == "name" and beside != "name" and not is_parted):
            found = beside
        if found in taken and found not in ("unit", "interests"):
            found = ""
        taken.add(found)
        yield found


def _guessed(values: Sequence[str]) -> str:
    """Return what a column without a telling header holds, by most of its values."""
    kinds = Counter(kind for value in values if (kind := _kind(value)))
    kind, count = kinds.most_common(1)[0] if kinds else ("", 0)
    return kind if count * 2 > len(values) else ""


def _kind(value: str) -> str:
    if _ADDRESS.fullmatch(value):
        return "email"
    return next((key for key in ("orcid", "openalex") if iri_of(key, value)), "")


# The rows.


def _people(rows: Iterable[SheetRow], listing: StaffList, path: Path) -> list[list[_Entry]]:
    """Return the rows of each person, in order; report those that are nobody's, or perhaps another's."""
    by_id: dict[str, list[_Entry]] = {}
    by_name: dict[str, list[list[_Entry]]] = {}
    for entry in _entries(rows, listing, path):
        namesakes = by_name.setdefault(unordered_key(entry.name), [])
        same = next((by_id[iri] for iri in entry.ids.values() if iri in by_id), None)
        same = same or next((several for several in namesakes if _may_be_one(several, entry)), None)
        if same:
            message = f"'{entry.name}' stands at row {same[0].row.number} too; both rows are taken together"
            listing.problems.append(Problem(message, path, entry.row.number))
            same.append(entry)
        elif namesakes and not (entry.ids and namesakes[0][0].ids):
            message = f"another '{entry.name}' stands at row {namesakes[0][0].row.number}; left out"
            hint = "give both an ORCID iD, or names for their profiles in a column 'id'"
            listing.problems.append(Problem(message, path, entry.row.number, hint=hint))
            continue
        else:
            same = [entry]
            namesakes.append(same)
        by_id |= dict.fromkeys(entry.ids.values(), same)
    return [people for several in by_name.values() for people in several]


def _may_be_one(several: Sequence[_Entry], entry: _Entry) -> bool:
    """Say whether a row is about a person whose name it states: no id and no e-mail address says otherwise."""
    for other in several:
        for key in {*PERSONAL, "id", "email"} & other.said.keys() & entry.said.keys():
            if fold(other.ids.get(key, other.said[key])) != fold(entry.ids.get(key, entry.said[key])):
                return False
    return True


def _entries(rows: Iterable[SheetRow], listing: StaffList, path: Path) -> Iterator[_Entry]:
    """Yield the rows that name somebody; report the others."""
    filled = [row for row in rows if any(row.cells)]
    listing.rows = len(filled)
    is_alone = sum(bool(column.key) for column in listing.columns) > 1
    stem = _GAPS.sub(" ", path.stem)
    heading = stem if FORMER.search(stem) else ""  # `past_members.yml`
    for row in filled:
        said = _by_key(row, listing, path)
        texts = {text for text in row.cells if text}
        if len(texts) == 1 and is_alone:
            heading = texts.pop()
            if _is_group(heading):
                continue
        elif _is_group(heading):
            said.setdefault("status" if FORMER.search(heading) else "group", heading)
        entry = _Entry(row, said, listing.columns, _name(said))
        if found := _refusal(entry, is_alone=is_alone):
            message = contacts.blanked(found[0])  # it is printed, and rows hold contacts
            listing.problems.append(Problem(message, path, row.number, hint=found[1]))
        else:
            yield entry


@cache
def _groups() -> re.Pattern[str]:
    """The pattern of what says as what people are there, folded."""
    found: dict[str, list[str]] = {}
    for key, several in rows_of("kg.interchange", "tables/groups.tsv"):
        found.setdefault(key, []).append(several)
    who, beside = ("|".join(found[key]) for key in ("who", "beside"))
    return re.compile(rf"(?:(?:{beside}) )*(?:lab)?(?:{who})(?: (?:lab)?(?:{who}|{beside}))*")


def is_nobody(text: str) -> bool:
    """Whether a role or group is none of a person: 'mascot', 'Lab dogs'."""
    return fold(text) in dict(rows_of("kg.interchange", "tables/groups.tsv"))["nobody"].split("|")


def _is_group(text: str) -> bool:
    """Whether a text says as what people are there, and names no unit: 'labalumni', 'PhD students', 'Ehemalige'."""
    return bool(_groups().fullmatch(fold(text)))


def _is_role(text: str) -> bool:
    """Whether a text that groups people says more than whether they are still there."""
    return _is_group(text) and not FORMER.search(text) and not _PRESENT.fullmatch(text)


def _refusal(entry: _Entry, *, is_alone: bool) -> tuple[str, str] | None:
    """Return why a row is nobody's and what to do, or None; a name alone may be a heading where rows say more."""
    said, name = entry.said, entry.name
    distinct = {text for text in entry.row.cells if text}
    if _EXAMPLE in said.get("orcid", "") and "carberry" in fold(name):
        return "the example of the template is left out", "overwrite it"
    if not name:
        hint = "fill in the name" + (f", or try: kg import orcid {said['orcid']}" if "orcid" in said else "")
        return f"nobody is named beside '{', '.join(distinct)[:80]}'; left out", hint
    if len(distinct) == 1 and is_alone:
        message = f"'{name[:80]}' stands alone in its row and is taken for a heading; left out"
        return message, "if it is a person, fill in one more cell"
    if nobody := next((each for each in said.values() if is_nobody(each)), ""):
        return f"'{name[:80]}' is no person but a {nobody[:40]}; ignored", ""
    if not _is_name(name):
        return f"'{name[:80]}' is no name of a person; left out", "correct it, or delete the row"
    return None


def _by_key(row: SheetRow, listing: StaffList, path: Path) -> dict[str, str]:
    """Return what a row says by what its columns hold; report formulas, whose values are not in the file."""
    said: dict[str, str] = {}
    for column, text in zip(listing.columns, row.cells, strict=False):
        if is_formula(text):
            message = f"left out: a formula under '{column.header[:60]}'"
            listing.problems.append(Problem(message, path, row.number, hint="save it with values, not formulas"))
        elif column.key and (plain := said_in(text)):
            key = "group" if column.key == "unit" and _is_group(plain) else column.key
            said[key] = f"{said[key]}, {plain}" if key in said else plain
    return said


def _name(said: Mapping[str, str]) -> str:
    if said.get("given") or said.get("family"):
        return names.spoken(said.get("given", ""), said.get("family", ""))
    return names.turned(said.get("name", ""))


def _is_name(name: str) -> bool:
    plain = of_person(name).name
    return bool(plain) and not any(char.isdigit() or char in "@:/" for char in plain) and len(plain) <= 120


# What a person's rows say.


def _member(
    entries: Sequence[_Entry], path: Path, sha256: str, organization: str, problems: list[Problem]
) -> StaffMember:
    """Return a person as a draft; what it cannot hold is reported."""
    drafting = Drafting(path, NAME, {**BOOKS, **RECORDS}.get(path.suffix.lower(), "text/csv"), text="", sha256=sha256)
    for entry in entries:
        lines = (entry.row.number, entry.row.number)
        _add_person(drafting, entry, lines, problems)
        _add_position(drafting, entry, lines, organization)
    draft = drafting.draft()
    main = entries[0]
    stated = next((entry.ids["id"] for entry in entries if "id" in entry.ids), "")
    return StaffMember(main.name, (main.row.number, entries[-1].row.number), draft, stated)


def _add_person(drafting: Drafting, entry: _Entry, lines: tuple[int, int], problems: list[Problem]) -> None:
    drafting.add_person(lines, entry.cells, name=entry.name)
    parts = {f"{key}_name": of_person(entry.said[key]).name for key in ("given", "family") if key in entry.said}
    if len(parts) == 2:
        drafting.add_person(lines, entry.cells, **parts)
    fields = kg_declaration().kinds["Person"].fields
    for key, text in entry.said.items():
        if key in _OF_NAME or key in _OF_POSITION or key == "id":
            continue
        problem = _unusable(key, text, drafting.path)
        if problem:
            where = f"of '{entry.name}'"
            problems.append(Problem(f"left out {where}: {problem}", drafting.path, lines[0], field=key))
        elif key == "photo":
            drafting.add_person(lines, entry.cells, photo={"url" if "//" in text else "file": text})
        elif key in fields and fields[key].is_many:
            split = (_SPLIT if ";" in text or "|" in text else _SPLIT_COMMAS).split(text)
            drafting.add_person(lines, entry.cells, **{key: [each for each in split if each]})
        else:
            drafting.add_person(
                lines, entry.cells, **{key: f"https://{text}" if key == "homepage" and _HOST.match(text) else text}
            )


def _unusable(key: str, text: str, path: Path) -> str:
    """Return why a value is none of its field, where that is plain before the model of a profile is asked."""
    if key == "orcid" and not text.strip("0-X/:.htpsorcidg "):
        return f"'{text}' stands for an ORCID iD that is not known"
    if key == "email" and not _ADDRESS.fullmatch(text):
        return "what stands there is no e-mail address"
    if key == "photo" and "//" not in text and not (path.parent / text).is_file():
        return f"'{text}' is neither an address nor a file beside the list"
    return ""


def _add_position(drafting: Drafting, entry: _Entry, lines: tuple[int, int], organization: str) -> None:
    """Add what a person is there: a position if the organisation is known, else what one is now."""
    said, academic = entry.said, entry.said.get("academic", "")
    is_role = bool(academic) and not _ACADEMIC.fullmatch(academic)
    if academic and not is_role:
        drafting.warn(f"left out of the name: {academic}", lines, field="name")
    group = next((said[key] for key in ("group", "status") if _is_role(said.get(key, ""))), "")
    role = said.get("role", "") or (academic if is_role else "") or role_of(group)
    where, unit = said.get("organization", "") or organization, said.get("unit", "")
    if not where:
        where, unit = unit, ""
    start, end = (_date(drafting, key, entry, lines) for key in ("start", "end"))
    is_former = _is_former(said)
    if role and where:
        is_lasting = not end and not is_former
        values = {"organization": where, "unit": unit, "role": role, "start": start, "end": end}
        values |= {"end": "present"} if is_lasting else {}
        unsure = {"end": _SURE} if is_lasting else {}
        reason = "the list states no end" if is_lasting else ""
        drafting.add("positions", values, lines, {**entry.cells, "": organization}, unsure=unsure, reason=reason)
    elif role and not is_former:
        drafting.add_person(lines, entry.cells, job_title=role)
        drafting.warn("the list does not say where people work: 'role' is taken for what they are called", lines,
                      hint="add a column 'Organisation', or give --organization")  # fmt: skip
    elif stated := ", ".join(said[key] for key in _TOLD if key in said):
        lacks, column = ("organisation", "Organisation") if role else ("role", "Role")
        drafting.warn(f"left out: '{stated}', since no {lacks} is stated there", lines, hint=f"add a column '{column}'")


def _is_former(said: Mapping[str, str]) -> bool:
    words = " · ".join(said.get(key, "") for key in ("status", "group", "role", "academic"))
    return bool(FORMER.search(words)) or fold(said.get("status", "")) in _NO


def _date(drafting: Drafting, key: str, entry: _Entry, lines: tuple[int, int]) -> str:
    """Return a date as precise as it is certain; report what is not."""
    found, rest = entry.date(key)
    if rest:
        text = entry.said.get(key, "")
        read_as = f"read as {found}" if found else "left out"
        drafting.warn(f"the date '{text[:40]}' is {read_as}", lines, field=f"positions.{key}",
                      hint="write it as 2019-10-01, or 2019-10")  # fmt: skip
    return found
