"""Dates and periods in the forms in which people write them."""

_EARLY = ("January", "February", "March", "April", "May", "June")
_MONTHS = (*_EARLY, "July", "August", "September", "October", "November", "December")
_SEPT = {"Sep.": "Sept.", "May.": "May", "Jun.": "June", "Jul.": "July"}

FORMS = {
    "Sep 2019": (" – ", "Present"),
    "Sept. 2019": (" – ", "present"),
    "September 2019": (" – ", "Present"),
    "09/2019": (" – ", "present"),
    "2019.09": (" - ", "Present"),
    "2019/09": (" - ", "Now"),
    "2019-09": (" – ", "today"),
    "2019": (" – ", "present"),
    "2019--": ("--", "current"),
    "2019 open": (" – ", ""),
    "Sep 2019 months": (" – ", "Present"),
}
"""A form, what stands between start and end, and the word for now."""


def precise(form: str) -> bool:
    """Whether a form has months."""
    return form not in ("2019", "2019--", "2019 open")


def date(edtf: str, form: str) -> str:
    """Write a date, which is precise to the month where the form is."""
    if len(edtf) == 4 or not precise(form):
        return edtf[:4]
    year, month = edtf.split("-")
    name = _MONTHS[int(month) - 1]
    dotted = f"{name[:3]}."
    return {
        "Sep 2019": f"{name[:3]} {year}",
        "Sep 2019 months": f"{name[:3]} {year}",
        "Sept. 2019": f"{_SEPT.get(dotted, dotted)} {year}",
        "September 2019": f"{name} {year}",
        "09/2019": f"{month}/{year}",
        "2019.09": f"{year}.{month}",
        "2019/09": f"{year}/{month}",
        "2019-09": f"{year}-{month}",
    }[form]


def period(start: str, end: str, form: str, *, expected: bool = False) -> str:
    """Write a period; one within a year may name the year once."""
    dash, now = FORMS[form]
    plan = " (expected)" if expected else ""
    last = now if end == "present" else date(end, form) if end else ""
    first = date(start, form) if start else ""
    if not first or first == last:
        return last + plan
    if form.endswith("months") and start[:4] == end[:4]:
        first = first.split()[0]
    return f"{first}{dash}{last}".rstrip() + plan
