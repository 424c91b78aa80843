"""Lists of staff: which column holds what, which rows are people, what is said of each."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kg.base.errors import ReadError
from kg.interchange import sheets, staff
from kg.interchange.staff import StaffList, members_of
from tests.support import workbooks

ORCID = "0000-0001-5109-3700"
ROWS: list[list[str | float]] = [
    ["Institute of Engines – staff"],
    [],
    ["Person", "", "Contact", "", "Employment"],
    ["First name", "Last name", "E-mail", "Office", "Group", "Position", "Since"],
    ["Ada", "Lovelace", "ada@example.org", 4.0, "Notes", "Professor", "2019-10-01"],
    ["Charles", "Babbage", "cb@example.org", 412, "", "Engineer", "10/2018"],
]


def read(tmp_path: Path, text: str | bytes, name: str = "staff.csv", **options: Any) -> StaffList:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return members_of(path, **options)


def said(listing: StaffList, at: int = 0) -> dict[str, Any]:
    """Return what is said of a person: the fields, and under their sections the entries."""
    found: dict[str, Any] = {}
    for fact in listing.members[at].draft.facts:
        found |= {fact.section: dict(fact.values)} if fact.section else dict(fact.values)
    return found


def messages(listing: StaffList) -> list[str]:
    warnings = (warning for each in listing.members for warning in each.draft.warnings)
    return [str(problem).partition("staff.csv")[2] for problem in (*listing.problems, *warnings)]


@pytest.mark.parametrize("form", ["xlsx", "ods"])
def test_a_workbook_is_read_below_its_titles_with_the_second_row_of_its_header(tmp_path: Path, form: str) -> None:
    content = workbooks.xlsx({"Staff": ROWS}, merged=["A1:G1", "A3:B3", "E5:E6"])
    content = content if form == "xlsx" else workbooks.ods({"Staff": ROWS})

    listing = read(tmp_path, content, f"staff.{form}", organization="University of London")

    assert [each.name for each in listing.members] == ["Ada Lovelace", "Charles Babbage"]
    assert said(listing)["room"] == "4"
    assert said(listing)["positions"] == {
        "organization": "University of London",
        "unit": "Notes",
        "role": "Professor",
        "start": "2019-10-01",
        "end": "present",
    }
    unit = said(listing, 1)["positions"].get("unit")
    assert unit == ("Notes" if form == "xlsx" else None)  # the cell is merged with the one above it in one of the two


def test_a_fact_names_its_row_and_quotes_only_what_it_says(tmp_path: Path) -> None:
    listing = read(tmp_path, "Name,Salary,Room\nAda Lovelace,100000,4.01\nCharles Babbage,1,2\n")
    facts = {key: fact for fact in listing.members[0].draft.facts for key in fact.values}

    assert facts["room"].quote.lines == (2, 2)
    assert facts["room"].quote.text == "4.01"
    assert "not read: 'Salary'" in "\n".join(listing.told())


@pytest.mark.parametrize(
    ("header", "row", "name"),
    [
        ("Name;Vorname;E-Mail-Adresse", "Lovelace;Ada;ada@example.org", "Ada Lovelace"),
        ("Nom;Prénom;Courriel", "Curie;Marie;marie@example.org", "Marie Curie"),
        ("Naam;Functie", "Hoogleraar Christiaan Huygens;x", "Hoogleraar Christiaan Huygens"),
        ("姓;名;邮箱", "李;晶;li@example.org", "李晶"),
        ("Name;Rank", "Lovelace, Ada;Professor", "Ada Lovelace"),
    ],
)
def test_names_are_put_together_in_spoken_order(tmp_path: Path, header: str, row: str, name: str) -> None:
    assert read(tmp_path, f"{header}\n{row}\n").members[0].name == name


def test_headers_of_programs_are_read_and_cells_without_markup(tmp_path: Path) -> None:
    text = "lastname,FirstName,e_mail,affiliation,position,image\nLovelace,Ada,a@b.org,Uni,Head<br>Professor,no.jpg\n"
    listing = read(tmp_path, text)

    assert said(listing)["name"] == "Ada Lovelace"
    assert said(listing)["positions"]["role"] == "Head; Professor"
    assert messages(listing) == [
        ":2 (photo): left out of 'Ada Lovelace': 'no.jpg' is neither an address nor a file beside the list"
    ]


@pytest.mark.parametrize(
    ("role", "status", "end"),
    [
        ("Professor", "", "present"),
        ("Former PhD student", "", None),
        ("Professor", "alumni", None),
        ("Professorin", "ehemalig", None),
        ("Engineer", "n", None),
        ("Engineer", "y", "present"),
        ("Expert", "Exeter group", "present"),
    ],
)
def test_who_is_no_longer_there_has_no_lasting_position(
    tmp_path: Path, role: str, status: str, end: str | None
) -> None:
    listing = read(tmp_path, f"Name,Institution,Role,Status\nAda Lovelace,Uni,{role},{status}\n")

    assert said(listing)["positions"].get("end") == end


@pytest.mark.parametrize(
    ("group", "title", "position"),
    [
        ("PI", "Reader", {"role": "Reader", "end": "present"}),
        ("PI", "", {"role": "principal investigator", "end": "present"}),
        ("labalumni", "Reader", {"role": "Reader"}),
        ("Former lab members", "Reader", {"role": "Reader"}),
        ("Ehemalige Mitarbeitende", "Reader", {"role": "Reader"}),
        ("Current PhD students", "", {"role": "PhD student", "end": "present"}),
        ("Current Graduate Students", "Reader", {"role": "Reader", "end": "present"}),
        ("Fern Lab", "Reader", {"role": "Reader", "unit": "Fern Lab", "end": "present"}),
        ("Alumni Office", "Reader", {"role": "Reader", "unit": "Alumni Office", "end": "present"}),
    ],
)
def test_a_word_for_what_people_are_is_no_unit_and_former_members_are_not_present(
    tmp_path: Path, group: str, title: str, position: dict[str, str]
) -> None:
    listing = read(tmp_path, f"name,group,title\nAda Vane,{group},{title}\n", organization="Fernshire")

    assert said(listing)["positions"] == {"organization": "Fernshire", **position}
    assert messages(listing) == (
        [] if "unit" in position else [f": taken for roles or status, not for units: '{group}'"]
    )


@pytest.mark.parametrize(
    ("header", "text", "role"),
    [("Group", "Current members", None), ("Group", "Postdocs", "postdoctoral researcher"),
     ("Category", "PhD student", "PhD student"), ("Category", "active", None), ("Category", "alumni", None)],
)  # fmt: skip
def test_a_status_is_a_role_where_it_says_what_somebody_is(
    tmp_path: Path, header: str, text: str, role: str | None
) -> None:
    listing = read(tmp_path, f"Name,{header}\nAda Vane,{text}\n", organization="Fernshire")

    assert said(listing).get("positions", {}).get("role") == role


def test_a_heading_says_as_what_those_below_it_are_there(tmp_path: Path) -> None:
    rows = (
        "Ada Vane,Reader,Uni\nPostdocs,,\nBo Quist,,Uni\nAlumni,,\nCy Rook,Clerk,Uni\nMosses,,\nDee Marsh,Clerk,Uni\n"
    )

    listing = read(tmp_path, f"Name,Role,Institution\n{rows}")

    positions = [said(listing, at)["positions"] for at in range(4)]
    assert [(each["role"], each.get("end")) for each in positions] == [
        ("Reader", "present"),
        ("postdoctoral researcher", "present"),
        ("Clerk", None),
        ("Clerk", "present"),
    ]


def test_dates_of_a_person_without_a_role_are_said_to_be_left_out(tmp_path: Path) -> None:
    listing = read(tmp_path, "Name,Group,Since\nAda Vane,alumni,2019\n")

    assert messages(listing)[1].startswith(":2: left out: 'alumni, 2019', since no role is stated there")


def test_who_left_is_nothing_there_now(tmp_path: Path) -> None:
    listing = read(tmp_path, "Name,Role,Group\nAda Vane,Reader,Alumni\n")

    assert "job_title" not in said(listing)
    assert messages(listing)[1].startswith(":2: left out: 'Reader, Alumni', since no organisation is stated there")


def test_titles_and_shouted_names_are_written_as_one_reads_them(tmp_path: Path) -> None:
    listing = read(tmp_path, 'Titel,Name,Raum\nProf. Dr.,"LOVELACE, Ada",1\nDr.,Mary Somerville,2\n')

    assert said(listing)["name"] == "Ada Lovelace"
    assert not {"positions", "job_title"} & said(listing).keys()
    assert ":2 (name): left out of the name: Prof. Dr." in messages(listing)
    assert said(read(tmp_path, "Title,Name\nProfessor,Ada Lovelace\n"))["job_title"] == "Professor"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("people.yaml", "alumni:\n  - {name: Ada Vane, role: Postdoc}\n  - {name: Bo Quist, role: Postdoc}\n"),
        ("past_members.json", '[{"name": "Ada Vane", "role": "Postdoc"}, {"name": "Bo Quist", "role": "Postdoc"}]'),
        ("Alumni.csv", "Name,Role\nAda Vane,Postdoc\nBo Quist,Postdoc\n"),
    ],
)
def test_whom_a_key_or_the_name_of_the_file_calls_former_is_not_there_any_more(
    tmp_path: Path, name: str, text: str
) -> None:
    listing = read(tmp_path, text, name, organization="Fern University")

    assert [said(listing, at)["positions"] for at in (0, 1)] == [
        {"organization": "Fern University", "role": "Postdoc"}
    ] * 2
    assert messages(listing) == []


def test_a_list_of_things_with_names_pages_and_pictures_is_none_of_people(tmp_path: Path) -> None:
    path = tmp_path / "sponsors.yml"
    path.write_text(
        "- {name: Fern University, url: https://fern.example.org, image: fern.png}\n- {name: Loom Fund, url: x}\n"
    )

    assert not staff.is_list(path)


def test_rows_that_are_nobodys_are_left_out_with_their_reason(tmp_path: Path) -> None:
    text = (
        "Name,ORCID,E-mail\n"
        f"Ada Lovelace,{ORCID},ada@example.org\n"
        "Members of the club,,\n"
        ",0000-0002-1694-233X,\n"
        "Room 12,,x@example.org\n"
        f"Ada King,https://orcid.org/{ORCID},\n"
        "Mary Somerville,,mary@example.org\n"
        "Mary Somerville,,other@example.org\n"
        "Josiah Carberry,0000-0002-1825-0097,j.carberry@example.org\n"
    )
    listing = read(tmp_path, text)

    assert [each.name for each in listing.members] == ["Ada Lovelace", "Mary Somerville"]
    assert messages(listing) == [
        ":3: 'Members of the club' stands alone in its row and is taken for a heading; left out",
        ":4: nobody is named beside '0000-0002-1694-233X'; left out",
        ":5: 'Room 12' is no name of a person; left out",
        ":6: 'Ada King' stands at row 2 too; both rows are taken together",
        ":8: another 'Mary Somerville' stands at row 7; left out",
        ":9: the example of the template is left out",
    ]
    assert "kg import orcid 0000-0002-1694-233X" in listing.problems[1].hint


def test_messages_hold_no_contacts(tmp_path: Path) -> None:
    listing = read(tmp_path, "Name,E-mail,Room\n,ada@example.org,4\nAda Lovelace,ada at example.org,4\n")

    assert len(messages(listing)) == 2
    assert not any("example.org" in message for message in messages(listing))


def test_values_that_say_nothing_or_nothing_valid_do_not_keep_a_row_back(tmp_path: Path) -> None:
    text = (
        "Name,ORCID,E-mail,Room,Homepage\n"
        "Ada Lovelace,0000-0000-0000-0000,n/a,TBD,ada.example.org/home\n"
        "Mary Somerville,0000-0001-5109-3701,mary at example,-,=HYPERLINK(1)\n"
    )
    listing = read(tmp_path, text)

    assert said(listing) == {"name": "Ada Lovelace", "homepage": "https://ada.example.org/home"}
    assert said(listing, 1) == {"name": "Mary Somerville"}
    assert [message.partition(": ")[0] for message in messages(listing)] == [
        ":3",
        ":2 (orcid)",
        ":3 (email)",
        ":3 (orcid)",
    ]
    assert messages(listing)[2].endswith("what stands there is no e-mail address")


def test_a_column_without_a_telling_header_is_known_by_what_stands_in_it(tmp_path: Path) -> None:
    listing = read(tmp_path, f"Name,Kennung,\nAda Lovelace,{ORCID},ada@example.org\nMary Somerville,,m@example.org\n")

    assert [(each.key, each.is_guess) for each in listing.columns] == [
        ("name", False),
        ("orcid", True),
        ("email", True),
    ]
    assert "'C' → email (private, by what stands there)" in next(listing.told())


def test_people_say_what_a_column_holds(tmp_path: Path) -> None:
    text = "Name,Wo,Was\nAda Lovelace,4.01,Professorin\n"
    listing = read(tmp_path, text, columns={"Wo": "room", "was": "role"}, organization="Uni")

    assert said(listing)["room"] == "4.01"
    assert said(listing)["positions"]["role"] == "Professorin"
    with pytest.raises(ReadError, match="there is no column 'Wer'"):
        read(tmp_path, text, columns={"Wer": "name"})


def test_a_field_that_the_declaration_has_is_a_column(tmp_path: Path) -> None:
    listing = read(
        tmp_path, "Name,Pronouns,Office hours,Google Scholar,Interests\nAda Lovelace,she/her,Tue,AbCdEfGhIjKl,A; B\n"
    )

    assert said(listing) == {
        "name": "Ada Lovelace",
        "pronouns": "she/her",
        "office_hours": "Tue",
        "scholar": "AbCdEfGhIjKl",
        "interests": ["A", "B"],
    }


def test_a_role_without_an_organisation_is_what_one_is_called(tmp_path: Path) -> None:
    listing = read(tmp_path, "Name,Role\nAda Lovelace,Professor\n")

    assert said(listing) == {"name": "Ada Lovelace", "job_title": "Professor"}
    assert "does not say where people work" in messages(listing)[0]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_a_list_is_read_in_the_encoding_of_its_program(tmp_path: Path, encoding: str) -> None:
    text = "Name;Funktion\r\nJosé Müller;Büroleiter für Prüfungen\r\nAndré Weiß;Geschäftsführer\r\n"
    listing = read(tmp_path, text.encode(encoding))

    assert [each.name for each in listing.members] == ["José Müller", "André Weiß"]


def test_the_template_is_read_as_it_is_meant(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"")
    listing = read(
        tmp_path, staff.template() + f"Ada Lovelace,{ORCID},a@example.org,Professor,Notes,Uni,2019,4,,a.jpg\n"
    )

    assert all(column.key for column in listing.columns)
    assert said(listing)["photo"] == {"file": "a.jpg"}
    assert [each.name for each in listing.members] == ["Ada Lovelace"]


def test_hidden_sheets_and_sheets_besides_that_of_the_people_are_said(tmp_path: Path) -> None:
    content = workbooks.xlsx({"Staff": ROWS, "Pay": [["Name"]], "Old": [["Name"], ["X Y"]]}, hidden=["Pay"])
    listing = read(tmp_path, content, "staff.xlsx")

    assert [problem.message for problem in listing.problems] == [
        "left out: the hidden sheet 'Pay'",
        "left out: the sheet 'Old'",
    ]


@pytest.mark.parametrize(
    ("content", "name", "message"),
    [
        (b"PK\x03\x04 no more", "staff.xlsx", "cannot be read as a workbook"),
        (b"", "staff.ods", "cannot be read as a workbook"),
        (b"", "staff.csv", "no column says what the people are called"),
        (b"1,2\n3,4\n", "staff.csv", "no column says what the people are called"),
        (b"Name\n" + b"Ada\n" * (sheets.MAX_ROWS + 1), "staff.csv", "more than 50,000 rows"),
        (b'Name\n"' + b"x" * 200_000, "staff.csv", "cannot be read as CSV"),
    ],
)
def test_what_is_no_list_is_refused_in_a_sentence(tmp_path: Path, content: bytes, name: str, message: str) -> None:
    with pytest.raises(ReadError, match=message):
        read(tmp_path, content, name)


def test_a_cell_at_the_end_of_a_sheet_takes_no_memory(tmp_path: Path) -> None:
    far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    with pytest.raises(ReadError, match=r"cannot be read within 400 MB|has 1,048,576 rows"):
        read(tmp_path, workbooks.xlsx({"Staff": ROWS}, more=far), "staff.xlsx")


@pytest.mark.parametrize(
    ("dates", "read_as"),
    [
        (("31/8/2022", "12/9/2022"), ["2022-08-31", "2022-09-12"]),
        (("8/31/2022", "12/9/2022"), ["2022-08-31", "2022-12-09"]),
        (("31-8-2022", "5/5/2022", "12-9-2022"), ["2022-08-31", "2022-05-05", "2022-09-12"]),
        (("8/31/2022", "31/8/2022", "12/9/2022"), ["2022-08-31", "2022-08-31", "2022"]),
        (("1/2/2022", "12/9/2022"), ["2022", "2022"]),
    ],
)
def test_the_dates_of_a_column_are_read_in_one_way(tmp_path: Path, dates: tuple[str, ...], read_as: list[str]) -> None:
    rows = "".join(f"Ada Vane {'IV'[at % 2] * (at + 1)},Clerk,Uni,{date},1/2/2023\n" for at, date in enumerate(dates))

    listing = read(tmp_path, f"Name,Role,Institution,Since,Until\n{rows}")

    positions = [said(listing, at)["positions"] for at in range(len(dates))]
    assert [(each["start"], each["end"]) for each in positions] == [(date, "2023") for date in read_as]


CELLS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n\0"), max_size=12)


@given(st.lists(st.lists(CELLS, max_size=4), max_size=6))
@example([["|", "|"], ["|", "|0"]])
def test_any_rows_are_people_or_said_to_be_none(
    tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]]
) -> None:
    path = tmp_path_factory.mktemp("staff") / "staff.csv"
    lines = [",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows]
    path.write_text("\n".join(["Name,E-mail,Role,ORCID", *lines]) + "\n", encoding="utf-8")

    listing = members_of(path)

    told = {problem.line for problem in listing.problems}
    people = {row for each in listing.members for row in each.lines}
    filled = {at for at, row in enumerate(rows, start=2) if any(cell.strip() for cell in row)}
    assert filled <= told | people


TEAM = """staff:
  - {name: Ada Vane, role: Reader, links: {github: ada-vane}, moon: full}
  - {name: Bo Quist, role: Reader, links: {orcid: 0000-0000}}
  - {name: Rex, role: mascot}
"""
PEOPLE = """[{"name": "Ada Vane", "role": "Reader", "moon": 1,
  "social": [{"icon": "github", "link": "https://github.com/ada-vane"}]},
 {"name": "Bo Quist", "role": "Reader", "orcid": "0000-0000"}, {"name": "Rex", "role": "dog"}]
"""


@pytest.mark.parametrize(("name", "text"), [("team.yml", TEAM), ("people.json", PEOPLE)])
def test_lists_in_yaml_and_json_are_read_like_tables(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    listing = members_of(tmp_path / name, organization="University of Fernshire")

    assert [each.name for each in listing.members] == ["Ada Vane", "Bo Quist"]
    said = {key: value for fact in listing.members[0].draft.facts for key, value in fact.values.items()}
    assert (said["role"], said["github"].rpartition("/")[2]) == ("Reader", "ada-vane")
    assert "'moon'" in "\n".join(listing.told())
    assert any("Rex" in each.message for each in listing.problems)
    assert [each.line for each in listing.problems if each.field == "orcid"] == [3]
