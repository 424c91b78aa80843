"""Lists of courses, service, memberships and grants that nobody wrote: made by a small grammar, each with its fields.

A list has habits, as lists of CVs do: one form, its own signs, a field that is always bold.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from kg.extract.learned.tokens import EntryToken, Styled, tokens_of
from training.sequences import LabelledList, token_labels

_VOCABULARY = Path(__file__).parent / "vocabulary.tsv"
_PART = re.compile(r"<(\w+)>")
_WORD = re.compile(r"{(\w+)}")
_EVERYWHERE = "*"

_WORDS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "teach": {"role": ("role",), "date": ("season", "season", "date"), "heading": ("teach heading",)},
    "service": {
        "role": ("duty",), "name": ("venue", "acronym", "acronym"), "org": ("society", "org"),
        "heading": ("service plain",),
    },
    "member": {"role": ("member",), "org": ("society",)},
    "grant": {"role": ("pi",), "name": ("grant",)},
    "award": {"name": ("award",), "ev": ("acronym",), "org": ("org", "society", "funder")},
    "talk": {"t": ("title",), "ev": ("venue", "acronym", "org"), "role": ("talk",)},
}  # fmt: skip
"""Of which words fields are made, where they are not called as the field."""

_UNMARKED = frozenset(("for", "heading"))
_LARGE = 0.1
"""So often a list has its roles in capitals."""


def made_lists(count: int) -> Iterator[LabelledList]:
    """Yield some lists, always the same."""
    rng = random.Random("lists ")  # noqa: S311
    for _ in range(count):
        form = rng.choice(tuple(_forms()))
        kind = form.partition(" ")[0]
        several = 1 if form != kind else rng.choice((1, 3, 5, 8))
        yield LabelledList(kind, list(_entries(form, several, _Writer(kind, rng.choice(_languages()), rng))))


def _entries(form: str, count: int, writer: "_Writer") -> Iterator[tuple[Sequence[EntryToken], list[str]]]:
    rng = writer.rng
    habit = rng.choice(_forms()[form])
    for _ in range(count):
        yield writer.written(habit if rng.random() < _HABIT else rng.choice(_forms()[form]))


_HABIT = 0.85
"""So often an entry has the form of its list."""


class _Writer:
    """Writes the entries of one list.

    Args:
        kind: What they are.
        language: In which language.
        rng: What chooses.
    """

    def __init__(self, kind: str, language: str, rng: random.Random) -> None:
        self.rng, self._kind, self._language = rng, kind, language
        self._bold, self._italic = (rng.choice(("", "", "role", "course", "name", "org", "date")) for _ in range(2))
        self._years = range(rng.choice((1985, 2005, 2012)), 2026)
        self._ending = rng.choice(("", "", "", "."))
        self._is_large = rng.random() < _LARGE

    def written(self, form: str) -> tuple[Sequence[EntryToken], list[str]]:
        """Return the tokens of an entry, and what each is."""
        runs: list[Styled] = []
        spans: list[tuple[str, int, int]] = []
        length = 0
        for place, part in enumerate(_PART.split(form)):
            text = self._words(part) if place % 2 else part.replace("<", "").replace(">", "")
            if place % 2 and part not in _UNMARKED:
                spans.append((part, length, length + len(text)))
            runs.append(Styled(text, part == self._bold, part == self._italic))
            length += len(text)
        _, tokens = tokens_of([*runs, Styled(self._ending)])
        return tokens, token_labels([token.start for token in tokens], spans)

    def _one(self, word: str) -> str:
        known = _vocabulary()
        return self.rng.choice(known.get((self._language, word)) or known[_EVERYWHERE, word])

    def _words(self, field: str) -> str:
        if field == "id":
            return self._letters(2, 5) + self.rng.choice(("", " ", "-")) + self._number(3)
        if field == "amount":
            return (
                self.rng.choice(("$", "€", "£", "EUR ", "CHF ")) + self._number(2) + self.rng.choice((",000", "k", "M"))
            )
        if field == "loc":
            return self._one("place") + self.rng.choice(("", f", {self._one('country')}"))
        if field == "person":
            return f"{self.rng.choice(('', 'Prof. ', 'Dr. '))}{self._one('given')} {self._one('family')}"
        word = self.rng.choice(_WORDS[self._kind].get(field, (field,)))
        text = self._acronym() if word == "acronym" else self._filled(self._one(word))
        return text.upper() if self._is_large and field == "role" else text

    def _filled(self, pattern: str) -> str:
        year = self.rng.choice(self._years)
        known = {
            "s": self._one("subject"), "s2": self._one("subject"),
            "p": self._one("place"), "y": str(year), "z": str(year + 1), "zz": f"{(year + 1) % 100:02}",
            "y2": str(year + self.rng.choice((1, 2))),
        }  # fmt: skip
        return _WORD.sub(lambda found: known[found[1]], pattern)

    def _acronym(self) -> str:
        name = self._letters(3, 6)
        return self.rng.choice((name, name, name[0] + name[1:-1].lower() + name[-1], f"IEEE {name}", f"ACM {name}"))

    def _letters(self, least: int, most: int) -> str:
        return "".join(self.rng.choice("ABCDEFGILMNOPRSTUV") for _ in range(self.rng.randint(least, most)))

    def _number(self, digits: int) -> str:
        return str(self.rng.randint(10 ** (digits - 1), 10**digits - 1))


@cache
def _vocabulary() -> Mapping[tuple[str, str], Sequence[str]]:
    rows = (line.split("\t") for line in _VOCABULARY.read_text("utf-8").splitlines() if not line.startswith("#"))
    return {(language, word): words.split("|") for language, word, words in rows}


@cache
def _forms() -> Mapping[str, Sequence[str]]:
    """Return the forms of entries by their kind, and of headings above them."""
    rows = ((word.removeprefix("form "), words) for (_, word), words in _vocabulary().items() if word[:5] == "form ")
    return {kind: [each.replace("\\t", "\t").replace("\\n", "\n") for each in words] for kind, words in rows}


def _languages() -> Sequence[str]:
    """Return the languages, English more often than others."""
    several = sorted({language for language, _ in _vocabulary()} - {_EVERYWHERE})
    return (*several, *["en"] * len(several))
