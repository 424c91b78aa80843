"""The months before a day, and what lies within them; what is stated less precisely than a day counts whole."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import date

from kg import dates


@dataclass(frozen=True)
class Window:
    """Some months up to a day.

    Attributes:
        start: The first day.
        end: The last day, from which the months are counted back.
    """

    start: date
    end: date

    def reaches(self, stated: str) -> bool:
        """Say whether a time is not over before the window begins; what has no date, or lasts, is not.

        >>> window = before(date(2024, 5, 15), 48)
        >>> window.reaches("2020"), window.reaches("2020-04"), window.reaches("2020-05-15"), window.reaches("")
        (True, False, True, True)
        """
        return not dates.is_date(stated) or last_day(stated) >= self.start

    def begins(self, stated: str) -> bool:
        """Say whether a time has begun when the window ends."""
        return not dates.is_date(stated) or first_day(stated) <= self.end

    def last(self, stated: str) -> date | None:
        """Return the last day of a time, or None if it is not over when the window ends."""
        if not dates.is_date(stated) or last_day(stated) >= self.end:
            return None
        return last_day(stated)


def before(day: date, months: int) -> Window:
    """Return the months before a day; where a month is too short, its last day counts.

    >>> before(date(2024, 2, 29), 12).start
    datetime.date(2023, 2, 28)
    """
    place = max(day.year * 12 + day.month - 1 - months, 12)
    year, month = divmod(place, 12)
    return Window(date(year, month + 1, min(day.day, monthrange(year, month + 1)[1])), day)


def first_day(stated: str) -> date:
    """Return the first day of a date, as precise as it is stated.

    >>> first_day("2019"), first_day("2019-05-07")
    (datetime.date(2019, 1, 1), datetime.date(2019, 5, 7))
    """
    if len(stated) == len("2019-05-07"):
        return date.fromisoformat(stated)
    return date(dates.year_of(stated), dates.month_of(stated), 1)


def last_day(stated: str) -> date:
    """Return the last day of a date, as precise as it is stated.

    >>> last_day("2019"), last_day("2019-02"), last_day("2019-02-07")
    (datetime.date(2019, 12, 31), datetime.date(2019, 2, 28), datetime.date(2019, 2, 7))
    """
    if len(stated) == len("2019-05-07"):
        return date.fromisoformat(stated)
    year, month = dates.year_of(stated), dates.month_of(stated, last=True)
    return date(year, month, monthrange(year, month)[1])
