"""Measure how well printed affiliations are matched to ROR: precision, recall and time for each set.

    python benchmarks/affiliations.py authorities/ror.sqlite SET.json [SET.json …] [--errors 30]

A set is a JSON array of `{"affiliation": "…", "ror_ids": ["https://ror.org/…", …]}`. The authority is what
`kg import ror` writes.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scripts import arguments, timed

from kg.identity.affiliations import SURE, AffiliationMatch, AffiliationMatcher
from kg.profile.ror import RorAuthority


def _ids(entry: dict[str, Any]) -> set[str]:
    return {address.rpartition("/")[2] for address in entry["ror_ids"]}


def _figures(entries: Sequence[dict[str, Any]], found: Sequence[Sequence[AffiliationMatch]], least: float) -> str:
    right = named = true = 0
    for entry, matches in zip(entries, found, strict=True):
        ids = {match.ror for match in matches if match.certainty >= least}
        right, named, true = right + len(ids & _ids(entry)), named + len(ids), true + len(_ids(entry))
    precision, recall = right / max(1, named), right / max(1, true)
    return f"certainty >= {least:.2f}: P {precision:.4f} R {recall:.4f} ({right} right of {named} found, {true} true)"


def _errors(entries: Sequence[dict[str, Any]], found: Sequence[Sequence[AffiliationMatch]]) -> list[str]:
    told = []
    for entry, matches in zip(entries, found, strict=True):
        wrong = [m for m in matches if m.certainty >= SURE and m.ror not in _ids(entry)]
        if wrong:
            said = "; ".join(f"{m.name} [{m.ror}, {m.certainty:.2f}: {m.piece}]" for m in wrong)
            told.append(f"  {entry['affiliation'][:200]} | {said} | not {' '.join(sorted(_ids(entry)))}")
    return told


def main() -> None:
    """Print the figures of each set."""
    parser = arguments(__doc__)
    parser.add_argument("authority", type=Path)
    parser.add_argument("sets", type=Path, nargs="+")
    parser.add_argument("--errors", type=int, default=0, help="how many wrong matches are shown")
    options = parser.parse_args()
    matcher = AffiliationMatcher(RorAuthority(options.authority))
    for path in options.sets:
        entries = json.loads(path.read_text(encoding="utf-8"))
        seconds, found = timed(lambda: [matcher.match(entry["affiliation"]) for entry in entries])  # noqa: B023
        print(f"{path.name}: {len(entries):,} affiliations in {seconds:.1f} s")
        for least in (0.0, SURE, 0.95):
            print(" ", _figures(entries, found, least))
        errors = _errors(entries, found)
        print("\n".join(errors[:: max(1, len(errors) // options.errors)]) if options.errors else "")


if __name__ == "__main__":
    main()
