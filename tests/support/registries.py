"""Invented registries that change with time: what ORCID and OpenAlex answer about people, in their forms."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.support.api_server import Api, Reply
from tests.support.orcid_records import name, orcid, record_of, work_of


@dataclass
class Registries:
    """What ORCID and OpenAlex know of some people.

    Attributes:
        api: The server that answers for both.
        works: The works of each person, by their numbers, in the order in which ORCID has them.
        in_openalex: The same of OpenAlex, where it has others.
        titles: The titles of works that are not called as usual, by number.
        openalex_titles: How OpenAlex calls works otherwise.
        later: The works that OpenAlex dates a year later.
        month: What changes in each answer, even if nothing is new.
    """

    api: Api
    works: dict[int, list[int]] = field(default_factory=dict)
    in_openalex: dict[int, list[int]] = field(default_factory=dict)
    titles: dict[int, str] = field(default_factory=dict)
    openalex_titles: dict[int, str] = field(default_factory=dict)
    later: set[int] = field(default_factory=set)
    month: int = 0

    def answer(self) -> None:
        """Answer as it is now, in this month."""
        for person, numbers in self.works.items():
            self._answer_as_orcid(person, numbers)
            self._answer_as_openalex(person, self.in_openalex.get(person, numbers))

    def _answer_as_orcid(self, person: int, numbers: Iterable[int]) -> None:
        works = [self._titled(number) for number in numbers]
        base = f"/v3.0/{orcid(person)}"
        for at, work in enumerate(works):  # a work that stands twice has a code of its own each time
            work["put-code"] = 1_000_000 * at + int(work["put-code"])
        record = {"last-modified-date": {"value": self.month}, **record_of(person, works)}
        self.api.on(f"{base}/record", _json(record))
        bulk = {"bulk": [{"work": {**work, "contributors": _contributors(person)}} for work in works]}
        self.api.on(f"{base}/works/{','.join(str(work['put-code']) for work in works)}", _json(bulk))

    def _answer_as_openalex(self, person: int, numbers: Iterable[int]) -> None:
        author = {"id": f"https://openalex.org/{openalex(person)}", "display_name": " ".join(name(person))}
        works = [self._in_openalex(person, number) for number in numbers]
        page = {"meta": {"count": len(works), "next_cursor": None}, "results": works}
        self.api.on(f"/authors/{openalex(person)}", _json({**author, "cited_by_count": self.month}))
        self.api.on(f"/works?filter=author.id:{openalex(person)}&per-page=200&cursor=*", _json(page))

    def _titled(self, number: int) -> dict[str, Any]:
        work = work_of(number)
        return {**work, "title": {"title": {"value": self.titles.get(number, work["title"]["title"]["value"])}}}

    def _in_openalex(self, person: int, number: int) -> dict[str, Any]:
        work, whole = self._titled(number), " ".join(name(person))
        return {
            "id": f"https://openalex.org/W{4_000 + number}",
            "doi": f"https://doi.org/10.5555/engine.{number}",
            "title": self.openalex_titles.get(number, work["title"]["title"]["value"]),
            "publication_year": int(work["publication-date"]["year"]["value"]) + (number in self.later),
            "type": "article",
            "cited_by_count": self.month * number,
            "primary_location": {"source": {"display_name": "Annals of Engines"}},
            "authorships": [
                {
                    "author_position": "first",
                    "author": {
                        "id": f"https://openalex.org/{openalex(person)}",
                        "display_name": whole,
                    },
                }
            ],
        }


def openalex(person: int) -> str:
    """Return the id of a person in OpenAlex."""
    return f"A{5_000_000_000 + person}"


def _contributors(person: int) -> Mapping[str, Any]:
    attributes = {"contributor-sequence": "first", "contributor-role": "author"}
    return {
        "contributor": [
            {
                "credit-name": {"value": " ".join(name(person))},
                "contributor-orcid": {"path": orcid(person)},
                "contributor-attributes": attributes,
            }
        ]
    }


def _json(data: Any) -> Reply:
    return Reply(json.dumps(data, indent=1).encode())
