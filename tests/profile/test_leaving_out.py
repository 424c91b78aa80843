"""What a form leaves out is said by name: each field of the model is in the output or in the report, never both."""

import copy
import itertools
import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args, get_origin

import pytest
from pydantic import TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from kg.interchange.formats import convert
from kg.interchange.forms import WRITTEN
from kg.profile.model import Profile
from kg.profile.reviewed import has_provenance
from kg.terms.fields import StrictModel
from tests.conftest import SAMPLE, Command

Path = tuple[str | int, ...]
NUMBERS = itertools.count(1)


def orcid(number: int) -> str:
    """Return an ORCID iD with the right check digit (ISO 7064 11,2)."""
    digits = f"{number:015}"
    total = 0
    for digit in digits:
        total = (total + int(digit)) * 2
    check = (12 - total % 11) % 11
    whole = digits + ("X" if check == 10 else str(check))
    return "-".join(whole[at : at + 4] for at in range(0, 16, 4))


def ror(number: int) -> str:
    """Return a ROR id whose last two digits are right."""
    letters = "0123456789abcdefghjkmnpqrstvwxyz"
    code = "".join(letters[number >> shift & 31] for shift in range(25, -1, -5))
    return f"0{code}{98 - number * 100 % 97:02}"


def candidates(number: int) -> list[Any]:
    """Return values that nothing else in a profile has, one of which fits any field that is no choice."""
    year = 1500 + number % 1400
    date = f"{year}-{number % 12 + 1:02}-17"
    return [
        date,
        f"https://example.org/marker{number}",
        f"marker{number}",
        year,
        f"0.{number:05}",
        f"10.5555/marker{number}",
        f"18{number % 12 + 1:02}.{number:05}",
        orcid(number),
        ror(number),
        f"A{number:010}",
        f"Q{9_000_000 + number}",
        f"{number:02}/{number:04}",
        f"{90_000 + number}",
        f"Marker{number:06}",
        f"{year}-21",
        isbn(number),
        issn(number),
        "GBP",
        f"PMC{number}",
        f"18{number % 100:02}Notes{number:09}L",
    ]


def isbn(number: int) -> str:
    """Return an ISBN of 13 digits."""
    bare = f"978{number:09}"
    return f"{bare}{-sum(int(digit) * weight for digit, weight in zip(bare, (1, 3) * 6, strict=True)) % 10}"


def issn(number: int) -> str:
    """Return an ISSN."""
    bare = f"{number:07}"
    check = -sum(int(digit) * weight for digit, weight in zip(bare, range(8, 1, -1), strict=True)) % 11
    return f"{bare[:4]}-{bare[4:]}{'X' if check == 10 else check}"


def leaf(info: FieldInfo, name: str) -> Any:
    """Return a value for a field; each call another one where there are several."""
    kind: Any = Annotated[info.annotation, *info.metadata] if info.metadata else info.annotation
    inner = [each for each in (info.annotation, *get_args(info.annotation)) if get_origin(each) is Literal]
    adapter = TypeAdapter(kind)
    number = next(NUMBERS)
    if info.annotation is bool:
        return True
    if name == "name":  # names of people are read as people write them, without signs and figures
        return "Ada " + "".join(chr(ord("a") + int(digit)) for digit in f"{number:06}").capitalize()
    if inner:
        choices = [each for each in get_args(inner[0]) if each != info.default]
        return choices[number % len(choices)]
    dates_last = name not in ("start", "end", "date", "term")
    for value in sorted(candidates(number), key=lambda each: dates_last and bool(re.match(r"1\d{3}-", str(each)))):
        try:
            adapter.validate_python(value)
        except ValidationError:
            continue
        return value
    if name == "language":
        return "de"
    message = f"no value fits {name}"
    raise AssertionError(message)


def node_of(info: FieldInfo) -> type[StrictModel] | None:
    several = [info.annotation, *get_args(info.annotation)]
    return next((each for each in several if isinstance(each, type) and issubclass(each, StrictModel)), None)


def full(model: type[StrictModel]) -> dict[str, Any]:
    """Return data in which each field of a model has a value, each list one entry."""
    data: dict[str, Any] = {}
    for name, info in model.model_fields.items():
        node = node_of(info)
        value = full(node) if node else leaf(info, name)
        is_list = "tuple" in str(info.annotation)
        data[name] = [value] if is_list else value
    if {"date", "year"} <= data.keys():
        data["year"] = int(data["date"][:4])  # which a profile refuses to contradict
    if {"start", "end"} <= data.keys():
        data["start"] = f"14{data['start'][2:]}"
    return data


def leaves(data: Any, at: Path = ()) -> Iterator[tuple[Path, Any]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, (*at, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from leaves(value, (*at, index))
    else:
        yield at, data


def changed(data: dict[str, Any], at: Path) -> dict[str, Any]:
    """Return the same data with another value in one place."""
    other = copy.deepcopy(data)
    here: Any = other
    for part in at[:-1]:
        here = here[part]
    keys = [part for part in at if isinstance(part, str)]
    old = here[at[-1]]
    others = {
        "language": "fr",
        "currency": "EUR",
        "level": "master" if old == "bachelor" else "bachelor",
    } | ({keys[-1]: False} if isinstance(old, bool) else {})
    while here[at[-1]] == old:
        here[at[-1]] = others.get(keys[-1]) if keys[-1] in others else leaf(field_at(keys), keys[-1])
        if keys[-1] == "start":
            here["start"] = f"14{here['start'][2:]}"
    if keys[-1] == "date" and "year" in here:
        here["year"] = int(here["date"][:4])
    return other


def field_at(keys: list[str]) -> FieldInfo:
    info = Profile.model_fields[keys[0]]
    for key in keys[1:]:
        node = node_of(info)
        assert node
        info = node.model_fields[key]
    return info


def is_reported(at: Path, left: list[str]) -> bool:
    keys = [part for part in at if isinstance(part, str)]
    names = {entry.partition(" ")[0] for entry in left}
    return any(".".join(keys[:length]) in names for length in range(1, len(keys) + 1))


def check(data: dict[str, Any], form: str, among: Path = ()) -> None:
    """See that each value below a place changes the output, or is reported."""
    text, left = convert(Profile.model_validate(data), form)
    for at, value in leaves(data):
        if at[: len(among)] != among or (at[-1] == "year" and "date" in str(data) and is_dated(data, at)):
            continue
        other, _ = convert(Profile.model_validate(changed(data, at)), form)
        is_written = other != text
        assert is_written or is_reported(at, left), (form, at, value, left)


def is_dated(data: Any, at: Path) -> bool:
    """Say whether a year stands beside a date, with which alone it can change."""
    for part in at[:-1]:
        data = data[part]
    return bool(data.get("date"))


FULL = full(Profile)


def test_each_field_of_the_model_is_written_or_reported() -> None:
    for form in WRITTEN:
        assert len(list(leaves(FULL))) > 120
        check(FULL, form)


SECTIONS = [key for key, value in FULL.items() if isinstance(value, list) and isinstance(value[0], dict)]


@pytest.mark.thorough
@pytest.mark.parametrize("form", WRITTEN)
@pytest.mark.parametrize("section", SECTIONS)
def test_what_is_reported_follows_from_what_else_is_said(form: str, section: str) -> None:
    entry = FULL[section][0]
    for key in entry:
        model = node_of(Profile.model_fields[section])
        assert model
        if not model.model_fields[key].is_required():
            rest = {name: value for name, value in entry.items() if name != key}
            beside = {other: FULL[other] for other in ("id", "name", "publications", "systems")}
            check({**beside, section: [rest]}, form, (section,))


def test_a_second_entry_of_a_list_is_reported_if_only_the_first_is_written() -> None:
    for form in WRITTEN:
        links = [
            {"label": label, "url": f"https://example.org/{n}"} for n, label in enumerate(["Slides", "Slides", "Fan"])
        ]
        system = {"name": "S", "code": ["https://example.org/a", "https://example.org/b"], "partners": ["P", "Q", "R"]}
        work = {"title": "W", "authors": ["X"], "links": links}

        check(Profile.model_validate({"id": "x", "name": "X"}).model_dump(exclude_defaults=True), form)
        text, left = convert(
            Profile.model_validate({"id": "x", "name": "X", "systems": [system], "publications": [work]}), form
        )
        if form == "json-resume":
            assert {"systems.code (1)", "systems.partners (2)", "publications.links (3)"} <= set(left)
        elif form == "bibtex":
            assert "publications.links (2)" in left
            assert "https://example.org/0" in text
        else:
            assert "publications.links (3)" in left


def test_a_season_is_reported_as_left_out_though_its_year_is_written() -> None:
    for form in WRITTEN:
        work = {"title": "W", "authors": ["X"], "date": "1843-22"}
        text, left = convert(Profile.model_validate({"id": "x", "name": "X", "publications": [work]}), form)

        assert "1843" in text
        assert "publications.date (1)" in left


def test_the_name_of_the_owner_is_written_where_the_owner_is_an_author() -> None:
    data = {"id": "x", "name": "Ada Lovelace", "given_name": "Ada", "family_name": "Lovelace"}
    work = {"title": "W", "authors": ["Ada Lovelace"]}

    for form in ("bibtex", "csl-json"):
        _, left = convert(Profile.model_validate({**data, "publications": [work]}), form)
        assert left == ["id"]


def test_authors_that_are_not_named_come_back_from_bibtex() -> None:
    work = {"title": "W", "authors": ["A. B."], "more_authors": True}
    text, left = convert(Profile.model_validate({"id": "x", "name": "X", "publications": [work]}), "bibtex")

    assert "A. B. and others" in text
    assert left == ["id", "name"]


def test_convert_says_what_it_leaves_out(kg: Command, tmp_path: Any) -> None:
    outcome = kg("convert", SAMPLE / "profiles" / "yinmin-zhong.yaml", "--to", "json-resume", "-o", tmp_path / "a.json")

    assert outcome.code == 0
    assert outcome.err.startswith("json-resume has no place for: id, ")
    assert outcome.out == ""


def test_evidence_is_left_out_by_name(kg: Command, tmp_path: Any) -> None:
    (tmp_path / "cv.md").write_text("# Ada Lovelace\n\n## Publications\n\n- A. Lovelace. On Engines. 1843.\n")
    kg("extract", "cv.md", "-o", "ada.yaml")
    assert "evidence:" in (tmp_path / "ada.yaml").read_text()
    assert has_provenance({"evidence": {}})

    err = kg("convert", "ada.yaml", "--to", "csl-json").err

    assert re.search(r"evidence \(\d+\), sources \(1\)\.$", err.strip())
