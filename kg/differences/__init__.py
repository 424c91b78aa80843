"""What changed between two graphs: found in bounded memory, told in words for each thing, and kept as a history.

Two dumps are never held whole: their lines are laid out in files by the things that they are about.

    sides ▸ partition ▸ comparing      lines of N-Quads, compared part by part
    facts, naming, wording, telling    what happened to a thing, in clauses
    describing                         the whole, with what people made told at them too
    renderings, patch                  for people, programs and stores
    history                            what was published, for anybody to read
"""

from kg.differences.comparing import Comparison, compared
from kg.differences.describing import Describer
from kg.differences.history import HISTORY, History, Publication
from kg.differences.model import TITLES, Change, Difference, Fate, titles_of
from kg.differences.sides import Side, side

__all__ = [
    "HISTORY",
    "TITLES",
    "Change",
    "Comparison",
    "Describer",
    "Difference",
    "Fate",
    "History",
    "Publication",
    "Side",
    "compared",
    "side",
    "titles_of",
]
