"""What is known of a whole document while one of its sections is read, and how a fact is made of its lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg.extract.documents.model import Document
from kg.extract.lines import BlockLine, span
from kg.extract.sections import CvSection
from kg.profile.drafts.model import MAX_QUOTE, Fact, Quote


@dataclass(frozen=True)
class PageContext:
    """A document with what its sections have in common.

    Attributes:
        document: The document.
        sections: Its sections, in order.
        owner: The name of the person whom it is about, or empty.
        equal_mark: The mark that a legend explains as equal contribution, or empty.
    """

    document: Document
    sections: tuple[CvSection, ...]
    owner: str = ""
    equal_mark: str = ""

    def fact(
        self,
        section: str,
        values: Mapping[str, Any],
        how: Mapping[str, str],
        lines: Sequence[BlockLine],
        *,
        reason: str = "",
        words: str = "",
    ) -> Fact:
        """Return a fact that rests on some lines; how sure it is, is not yet said.

        Args:
            section: The key of the profile, or `kg.profile.drafts.model.PERSON`.
            values: What is said, under the keys of the profile; empty ones are left out.
            how: By which pattern each value was found, by key; `*` for those that are not named.
            lines: The lines that say so, of one page.
            reason: Why it is proposed, where the words alone do not say so.
            words: The part of the lines that says so, where others on them are nobody's business.
        """
        given = {key: value for key, value in values.items() if value not in (None, "", [], ())}
        patterns = {key: how.get(key, how.get("*", "")) for key in given}
        quote = Quote(self.document.name, words[:MAX_QUOTE] or _words(lines, given), span(lines), lines[0].block.page)
        return Fact(section, given, quote, {}, patterns, reason)


def _words(lines: Sequence[BlockLine], values: Mapping[str, Any]) -> str:
    """Return the words of some lines, and the addresses behind their links that are among the values."""
    text = "\n".join(line.text for line in lines)
    wanted = {value for value in values.values() if isinstance(value, str) and value.startswith("http")}
    targets = (run.target for line in lines for run in line.runs if run.target)
    behind = dict.fromkeys(target for target in targets if target in wanted and target not in text)
    return "\n".join([text, *(f"<{target}>" for target in behind)])[:MAX_QUOTE]
