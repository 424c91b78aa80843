"""Timelines: periods as bars on one axis of years, each beside its label."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from markupsafe import Markup

from kg.base.reporting import clean
from kg.site.charts.bars import ChartRow, stacked
from kg.site.charts.svg import ChartFrame, element, picture
from kg.site.words import _, gettext, ngettext
from kg.terms.dates import PRESENT, month_of, year_of

_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000)
_STYLES = 4
_TICK = 90  # pixels from year to year at least, as much of which is bars


@dataclass(frozen=True)
class TimelineSpan:
    """Something that lasted; its dates are years, months, days or seasons (EDTF), its end also `present`.

    It stands under the heading `group`; `detail` follows its name, such as an organisation.
    """

    name: str
    start: str | None
    end: str | None
    group: str = ""
    detail: str = ""
    href: str | None = None

    @property
    def moments(self) -> tuple[float, float]:
        """When it began and ended, in years; the same moment twice for what has one date only."""
        first = self.start or (self.end if self.end != PRESENT else None)
        last = self.end if self.end != PRESENT else None
        if first is None:
            return (0.0, 0.0)
        begun = year_of(first) + (month_of(first) - 1) / 12
        if last is None or (len(first) == len(last) == 4 and first == last):
            middle = begun + (month_of(first, last=True) - month_of(first) + 1) / 24
            return (begun, begun) if self.is_open else (middle, middle)
        return begun, max(begun, year_of(last) + month_of(last, last=True) / 12)

    @property
    def is_open(self) -> bool:
        """Whether it goes on."""
        return self.end == PRESENT

    @property
    def years(self) -> str:
        """When it was, in the words of a curriculum vitae."""
        start, end = (text[:4] if text and text != PRESENT else text for text in (self.start, self.end))
        if start and end and start != end:
            return f"{start}–{gettext(end)}"
        return start or (_("until {date}", date=end) if end and end != PRESENT else gettext(end) if end else "")


def timeline(spans: Iterable[TimelineSpan], *, name: str, width: int = 640) -> Markup:
    """Draw periods, by group and then by time; groups, in the order in which they first come, differ in colour.

    What has no date at all is left out.
    """
    groups: dict[str, list[TimelineSpan]] = {}
    for span in spans:
        if span.start or (span.end and not span.is_open):
            groups.setdefault(span.group, []).append(span)
    dated = [span for members in groups.values() for span in members]
    if not dated:
        frame = ChartFrame("timeline", name, _("No dates are known."), width, 40)
        return picture(frame, element("text", _("No dates are known"), x=4, y=24, class_="muted"))
    first = min(int(span.moments[0]) for span in dated)
    last = max(max(ceil(span.moments[1]) for span in dated) + any(span.is_open for span in dated), first + 1)
    rows = [
        _row(span, last, f"g{min(place, _STYLES)}")
        for place, members in enumerate(groups.values(), 1)
        for span in sorted(members, key=lambda span: (span.moments, span.name))
    ]
    last_year = max(int(max(span.moments)) for span in dated)
    sentence = _("{count} entries from {first} to {last}.", count=len(dated), first=first, last=last_year)
    if open_ones := sum(span.is_open for span in dated):
        sentence += " " + ngettext("One of them goes on.", "{number} of them go on.", open_ones).format(
            number=open_ones
        )
    step = next((step for step in _STEPS if step * width >= _TICK * (last - first)), _STEPS[-1])
    ticks = [year for year in range(first, last) if year % step == 0]
    return stacked(rows, ChartFrame("timeline", name, sentence, width, 0), (first, last), ticks or [first])


def _row(span: TimelineSpan, last: int, style: str) -> ChartRow:
    begun, ended = span.moments
    label = ", ".join(filter(None, (clean(span.name), clean(span.detail))))
    return ChartRow(
        label, begun, last if span.is_open else ended, span.years, f"{label}: {span.years}", span.href, style
    )
