"""Lists of publications of invented people, in the styles in which researchers set them, with what they say."""

from typing import NamedTuple


class Cited(NamedTuple):
    """What a citation says."""

    title: str
    authors: list[str]
    venue: str | None = None
    year: int | None = None
    status: str | None = None


_ENGINE = "A Calculating Engine for Tables of Logarithms"
_NOTES = "Notes on Looms, Cards and Cycles"
_WEAVE = "Weaver: Scheduling Punched Cards at Scale"
_BOTH = ["Ada Lovelace", "Charles Babbage"]
_THREE = ["Charles Babbage", "Ada Lovelace", "Mary Somerville"]
_SHORT = ["A. Lovelace", "C. Babbage"]

STYLES: dict[str, tuple[str, list[Cited]]] = {
    "ieee": (
        """
[1] A. Lovelace and C. Babbage, "A Calculating Engine for Tables of Logarithms," in *Proc. 12th USENIX Symposium on
Operating Systems Design and Implementation (OSDI)*, 2016, pp. 265–283.

[2] C. Babbage, A. Lovelace, and M. Somerville, "Notes on Looms, Cards and Cycles," *IEEE Transactions on
Computers*, vol. 68, no. 3, pp. 12–24, Mar. 2019.
""",
        [
            Cited(_ENGINE, _SHORT, "OSDI", 2016),
            Cited(_NOTES, ["C. Babbage", "A. Lovelace", "M. Somerville"], "IEEE Transactions on Computers", 2019),
        ],
    ),
    "apa": (
        """
- Lovelace, A., & Babbage, C. (2016). A calculating engine for tables of logarithms. *Journal of Machine
  Learning Research*, *17*(3), 265–283. https://doi.org/10.1234/5678.9
- Babbage, C., Lovelace, A. A., & Somerville, M. (2019). Notes on looms, cards and cycles. In *Proceedings of the
  International Conference on Machine Learning* (pp. 12–24).
- Lovelace, A. (2021, May). Weaver: Scheduling punched cards at scale. *NeurIPS*.
""",
        [
            Cited(
                "A calculating engine for tables of logarithms", _SHORT, "Journal of Machine Learning Research", 2016
            ),
            Cited(
                "Notes on looms, cards and cycles",
                ["C. Babbage", "A. A. Lovelace", "M. Somerville"],
                "International Conference on Machine Learning",
                2019,
            ),
            Cited("Weaver: Scheduling punched cards at scale", ["A. Lovelace"], "NeurIPS", 2021),
        ],
    ),
    "acm": (
        """
1. Ada Lovelace and Charles Babbage. 2016. A Calculating Engine for Tables of Logarithms. In Proceedings of the 12th
   USENIX Symposium on Operating Systems Design and Implementation (OSDI '16). 265–283.
2. Charles Babbage, Ada Lovelace, and Mary Somerville. 2019. Notes on Looms, Cards and Cycles. Proc. ACM Program.
   Lang. 3, POPL, Article 12 (January 2019), 28 pages.
""",
        [
            Cited(_ENGINE, _BOTH, "OSDI", 2016),
            Cited(_NOTES, _THREE, "POPL", 2019),
        ],
    ),
    "plain sentences": (
        """
* Ada Lovelace, Charles Babbage. A Calculating Engine for Tables of Logarithms. OSDI 2016.
* Charles Babbage, **Ada Lovelace**, Mary Somerville. Notes on Looms, Cards and Cycles. IEEE Computer, 2019.
* **Ada Lovelace**. Weaver: Scheduling Punched Cards at Scale. arXiv preprint arXiv:1907.01234, 2019.
""",
        [
            Cited(_ENGINE, _BOTH, "OSDI", 2016),
            Cited(_NOTES, _THREE, "IEEE Computer", 2019),
            Cited(_WEAVE, ["Ada Lovelace"], "arXiv", 2019, "preprint"),
        ],
    ),
    "commas only": (
        """
* Ada Lovelace, Charles Babbage, A Calculating Engine for Tables of Logarithms, OSDI 2016
* Charles Babbage, Ada Lovelace, Mary Somerville, Notes on Looms, Cards and Cycles, EuroSys 2019
* Ada Lovelace, Mary Somerville, Weaver: Scheduling Punched Cards at Scale, ACM SIGCOMM 2021
""",
        [
            Cited(_ENGINE, _BOTH, "OSDI", 2016),
            Cited(_NOTES, _THREE, "EuroSys", 2019),
            Cited(_WEAVE, ["Ada Lovelace", "Mary Somerville"], "ACM SIGCOMM", 2021),
        ],
    ),
    "venue first": (
        """
- **[OSDI'16]** A Calculating Engine for Tables of Logarithms
  Ada Lovelace, Charles Babbage
- **[EuroSys'19]** Notes on Looms, Cards and Cycles
  Charles Babbage, Ada Lovelace, Mary Somerville
""",
        [Cited(_ENGINE, _BOTH, "OSDI", 2016), Cited(_NOTES, _THREE, "EuroSys", 2019)],
    ),
    "venue first in one line": (
        """
- (OSDI 2016) A Calculating Engine for Tables of Logarithms. Ada Lovelace, Charles Babbage.
- (EuroSys 2019) Notes on Looms, Cards and Cycles. Charles Babbage, Ada Lovelace, Mary Somerville.
""",
        [Cited(_ENGINE, _BOTH, "OSDI", 2016), Cited(_NOTES, _THREE, "EuroSys", 2019)],
    ),
    "linked titles": (
        """
[A Calculating Engine for Tables of Logarithms](https://example.org/1.pdf)
*Ada Lovelace*, Charles Babbage
In OSDI, 2016. [[slides](https://example.org/1s.pdf)] [[code](https://github.com/example/engine)]

[Notes on Looms, Cards and Cycles](https://example.org/2.pdf)
Charles Babbage, *Ada Lovelace*, Mary Somerville
In EuroSys, 2019. **Best Paper Award**
""",
        [Cited(_ENGINE, _BOTH, "OSDI", 2016), Cited(_NOTES, _THREE, "EuroSys", 2019)],
    ),
    "paragraph each with breaks in HTML": (
        """
<p><b>A Calculating Engine for Tables of Logarithms</b><br>
<u>Ada Lovelace</u>, Charles Babbage<br>
<i>OSDI 2016</i></p>

<p><b>Notes on Looms, Cards and Cycles</b><br>
Charles Babbage, <u>Ada Lovelace</u>, Mary Somerville<br>
<i>EuroSys 2019</i></p>
""",
        [Cited(_ENGINE, _BOTH, "OSDI", 2016), Cited(_NOTES, _THREE, "EuroSys", 2019)],
    ),
    "years as sub-headings": (
        """
### 2019

* Charles Babbage, Ada Lovelace, and Mary Somerville. "Notes on Looms, Cards and Cycles." *EuroSys*.

### 2016

* Ada Lovelace and Charles Babbage. "A Calculating Engine for Tables of Logarithms." *OSDI*.
""",
        [Cited(_NOTES, _THREE, "EuroSys", 2019), Cited(_ENGINE, _BOTH, "OSDI", 2016)],
    ),
    "semicolons and full names inverted": (
        """
- Lovelace, Ada; Babbage, Charles: A Calculating Engine for Tables of Logarithms. In: OSDI, 2016.
- Babbage, Charles; Lovelace, Ada; Somerville, Mary: Notes on Looms, Cards and Cycles. In: EuroSys, 2019.
""",
        [Cited(_ENGINE, _BOTH, "OSDI", 2016), Cited(_NOTES, _THREE, "EuroSys", 2019)],
    ),
    "table": (
        """
| Year | Publication | Venue |
|---|---|---|
| 2016 | **A Calculating Engine for Tables of Logarithms** Ada Lovelace, Charles Babbage | OSDI |
| 2019 | **Notes on Looms, Cards and Cycles** Charles Babbage, Ada Lovelace, Mary Somerville | EuroSys |
""",
        [Cited(_ENGINE, _BOTH, "OSDI", 2016), Cited(_NOTES, _THREE, "EuroSys", 2019)],
    ),
    "titles that ask": (
        """
* Ada Lovelace, Charles Babbage. Can an Engine Compose Music? OSDI 2016.
* Charles Babbage, Ada Lovelace, Mary Somerville. Who Weaves the Weaver? An Answer. EuroSys 2019.
""",
        [
            Cited("Can an Engine Compose Music?", _BOTH, "OSDI", 2016),
            Cited("Who Weaves the Weaver? An Answer", _THREE, "EuroSys", 2019),
        ],
    ),
    "statuses": (
        """
* Ada Lovelace, Charles Babbage. A Calculating Engine for Tables of Logarithms. Under review.
* Charles Babbage, Ada Lovelace, Mary Somerville. Notes on Looms, Cards and Cycles. To appear in EuroSys 2019.
* Ada Lovelace, Mary Somerville. Weaver: Scheduling Punched Cards at Scale. Submitted to SIGCOMM.
""",
        [
            Cited(_ENGINE, _BOTH, None, None, "under-review"),
            Cited(_NOTES, _THREE, "EuroSys", 2019, "accepted"),
            Cited(_WEAVE, ["Ada Lovelace", "Mary Somerville"], "SIGCOMM", None, "under-review"),
        ],
    ),
    "title, then authors in brackets": (
        """
1. A Calculating Engine for Tables of Logarithms (with Charles Babbage), OSDI 2016.
""",
        [Cited(_ENGINE, _BOTH, "OSDI", 2016)],
    ),
    "names with particles and marks": (
        """
- José Núñez-Łoś†, Ludwig van der Berg‡, Ada Lovelace†*, J.-P. Müller. A Calculating Engine for Tables of
  Logarithms. OSDI, 2016.
- Ada Lovelace, María de la Cruz, Min-Jun Kim, D. O'Brien. Notes on Looms, Cards and Cycles. EuroSys, 2019.
""",
        [
            Cited(_ENGINE, ["José Núñez-Łoś", "Ludwig van der Berg", "Ada Lovelace", "J.-P. Müller"], "OSDI", 2016),
            Cited(_NOTES, ["Ada Lovelace", "María de la Cruz", "Min-Jun Kim", "D. O'Brien"], "EuroSys", 2019),
        ],
    ),
    "vancouver": (
        """
1. Lovelace A, Babbage C. A calculating engine for tables of logarithms. Nature. 2016;12(3):265-83.
2. Babbage C, Lovelace AA, Somerville M. Notes on looms, cards and cycles. PLoS ONE. 2019;14(2):e0123456.
""",
        [
            Cited("A calculating engine for tables of logarithms", ["A. Lovelace", "C. Babbage"], "Nature", 2016),
            Cited(
                "Notes on looms, cards and cycles", ["C. Babbage", "A. A. Lovelace", "M. Somerville"], "PLoS ONE", 2019
            ),
        ],
    ),
    "title in italics after the authors": (
        """
- Ada Lovelace, Charles Babbage, *A Calculating Engine for Tables of Logarithms*, OSDI 2016
- Charles Babbage, Ada Lovelace, Mary Somerville, *Notes on Looms, Cards and Cycles*, EuroSys 2019
""",
        [Cited(_ENGINE, _BOTH, "OSDI", 2016), Cited(_NOTES, _THREE, "EuroSys", 2019)],
    ),
    "title first, all in one line": (
        """
- A Calculating Engine for Tables of Logarithms. Ada Lovelace, Charles Babbage. OSDI 2016. [paper](https://example.org/p)
- Notes on Looms, Cards and Cycles. Charles Babbage, Ada Lovelace, Mary Somerville. EuroSys 2019. [paper](https://example.org/q)
""",
        [Cited(_ENGINE, _BOTH, "OSDI", 2016), Cited(_NOTES, _THREE, "EuroSys", 2019)],
    ),
    "et al.": (
        """
- Ada Lovelace, Charles Babbage, et al. "A Calculating Engine for Tables of Logarithms". OSDI 2016.
- Charles Babbage, Ada Lovelace, Mary Somerville, and others. "Notes on Looms, Cards and Cycles". EuroSys 2019.
""",
        [Cited(_ENGINE, _BOTH, "OSDI", 2016), Cited(_NOTES, _THREE, "EuroSys", 2019)],
    ),
    "chicago": (
        """
Lovelace, Ada, and Charles Babbage. "A Calculating Engine for Tables of Logarithms." *Nature* 12, no. 3 (2016): 265–283.

Babbage, Charles, Ada Lovelace, and Mary Somerville. "Notes on Looms, Cards and Cycles." *Science* 7 (2019): 1–9.
""",
        [Cited(_ENGINE, _BOTH, "Nature", 2016), Cited(_NOTES, _THREE, "Science", 2019)],
    ),
    "sub-items": (
        """
- **A Calculating Engine for Tables of Logarithms**
    - Ada Lovelace, Charles Babbage
    - *OSDI 2016*
- **Notes on Looms, Cards and Cycles**
    - Charles Babbage, Ada Lovelace, Mary Somerville
    - *EuroSys 2019*
""",
        [Cited(_ENGINE, _BOTH, "OSDI", 2016), Cited(_NOTES, _THREE, "EuroSys", 2019)],
    ),
    "titles as headings": (
        """
### A Calculating Engine for Tables of Logarithms

Ada Lovelace, Charles Babbage. OSDI 2016.

### Notes on Looms, Cards and Cycles

Charles Babbage, Ada Lovelace, Mary Somerville. EuroSys 2019.
""",
        [Cited(_ENGINE, _BOTH, "OSDI", 2016), Cited(_NOTES, _THREE, "EuroSys", 2019)],
    ),
    "years in front": (
        """
* 2019. Charles Babbage, Ada Lovelace, Mary Somerville. "Notes on Looms, Cards and Cycles". EuroSys.
* 2016. Ada Lovelace, Charles Babbage. "A Calculating Engine for Tables of Logarithms". OSDI.
""",
        [Cited(_NOTES, _THREE, "EuroSys", 2019), Cited(_ENGINE, _BOTH, "OSDI", 2016)],
    ),
    "german": (
        """
- A. Lovelace, C. Babbage: „A Calculating Engine for Tables of Logarithms“. In: Proceedings of OSDI, 2016, S. 12–24.
- C. Babbage, A. Lovelace und M. Somerville: „Notes on Looms, Cards and Cycles“. In: Informatik Spektrum, 2019.
""",
        [
            Cited(_ENGINE, _SHORT, "OSDI", 2016),
            Cited(_NOTES, ["C. Babbage", "A. Lovelace", "M. Somerville"], "Informatik Spektrum", 2019),
        ],
    ),
}
