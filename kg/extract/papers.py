"""Tell a paper from a CV: a paper has an abstract, key words, an introduction, references, figures, and the like."""

from kg.base.patterns import lazy
from kg.extract.documents.model import Document

_HEAD = 40  # blocks within which a paper has its abstract
_FIGURES = 3
_MIN_SIGNS = 2  # of 50 CVs in four languages, some with a summary or with references, none has more than one
_NUMBER = r"(?i)\W*(?:(?:\d{1,2}|[IVX]{1,4})\.?\s+)?"
_OF_HEAD = (
    lazy(
        r"(?i)\W*(?:abstract|summary|zusammenfassung|r[ée]sum[ée]|resum[eo]n?|riassunto|sommario|аннотация|摘\s*要|要\s*旨)\b"
    ),
    lazy(r"(?i)\W*(?:key ?words|index terms|schlagw[oö]rter|mots[- ]cl[ée]s|pala[bv]ras[- ]c(?:lave|have)|关键词)\b"),
)
_ANYWHERE = (
    lazy(_NUMBER + r"(?:introduction|einleitung|introducci[oó]n|introdu[cç][aã]o|введение|引言)\W*"),
    lazy(
        _NUMBER + r"(?:references(?: cited| and notes)?|literature cited|literatur(?:verzeichnis)?|r[ée]f[ée]rences"
        r"|bibliograph(?:y|ie)|refer[eê]ncias|bibliograf[ií]a|список литературы|参考文献)(?: bibliogr\w+)?\W*"
    ),
)
_PART = lazy(
    _NUMBER + r"((?:materials and )?methods|results|discussion|conclusions?|related work|experiments)\b.{0,30}"
)
_FIGURE = lazy(r"\b(?:Fig(?:ure|\.)?|Abb\.|Abbildung|Figura) ?\d")


def is_paper(document: Document) -> bool:
    """Whether a document reads as a paper, and so is nobody's CV."""
    blocks = [block.text for block in document.blocks]
    lines = [line for text in blocks for line in text.split("\n")]
    signs = [any(sign.match(text) for text in blocks[:_HEAD]) for sign in _OF_HEAD]
    signs += [any(sign.fullmatch(line) for line in lines) for sign in _ANYWHERE]
    parts = {found[1].casefold() for found in map(_PART.fullmatch, lines) if found}
    figures = sum(len(_FIGURE.findall(text)) for text in blocks)
    return sum((*signs, len(parts) > 1, figures >= _FIGURES)) >= _MIN_SIGNS
