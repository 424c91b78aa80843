from typing import Any

from tests.support.pages import values_of


def read(text: str, heading: str = "Projects") -> list[dict[str, Any]]:
    return values_of("systems", f"# Ada Lovelace\n\n## {heading}\n\n{text}")


def test_headings_of_groups_and_stray_dates_are_no_projects() -> None:
    found = read(
        "## Weaving\n\n## Loom\n\nLoom weaves algebraical patterns of any kind.\n\n### April 2023\n\nJan 2024\n\n"
        "## Shuttle\n\nShuttle is a system in production for threads."
    )

    assert [each["name"] for each in found] == ["Loom", "Shuttle"]


def test_bold_items_have_their_text_below_and_links_that_are_no_publications() -> None:
    found = read(
        "* **Loom: A Weaver of Patterns**\n\n    It weaves algebraical patterns. "
        "[[VLDB'23](https://example.org/loom.pdf)][[Code](https://github.com/ada/loom)]"
    )

    assert found == [
        {
            "name": "Loom",
            "variants": ["Loom: A Weaver of Patterns"],
            "summary": "It weaves algebraical patterns.",
            "code": ["https://github.com/ada/loom"],
            "links": [{"label": "VLDB'23", "url": "https://example.org/loom.pdf"}],
        }
    ]


def test_an_item_may_name_and_describe_on_one_line() -> None:
    found = read("- [Loom](https://loom.example.org): a weaver of algebraical patterns (2019 – 2021)")

    assert found == [
        {
            "name": "Loom",
            "summary": "a weaver of algebraical patterns",
            "start": "2019",
            "end": "2021",
            "homepage": "https://loom.example.org",
        }
    ]


def test_an_address_behind_a_name_is_no_description() -> None:
    assert read("- Loom, http://looms.example.org/ (1.0)")[0]["name"] == "Loom, http://looms.example.org/ (1.0)"
