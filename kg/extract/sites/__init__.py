"""Read a homepage as it is built: Jekyll, Hugo and Quarto sites, with their structured files before their prose."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kg.base.errors import Problem, ReadError
from kg.extract.sites import appearances, cv_data, pages, papers, settings
from kg.extract.sites.cv_data import PageReader
from kg.extract.sites.files import SiteFiles
from kg.extract.sites.settings import SiteSettings
from kg.extract.sites.stating import is_placeholder
from kg.profile.authorship import is_named
from kg.profile.drafts.model import Fact
from kg.profile.records import Source
from kg.terms.identifiers import fold

__all__ = ["DATA", "PageReader", "Reading", "is_site", "read", "read_data"]

DATA = (".yml", ".yaml", ".json", ".bib")
"""The ends of names of structured files that can be read alone."""

_SIGNS = (
    "_config.yml",
    "_config.yaml",
    "_quarto.yml",
    "_quarto.yaml",
    "_pages",
    "_publications",
    "_talks",
    "_teaching",
    "_bibliography",
    "hugo.toml",
    "hugo.yaml",
    "hugo.yml",
    "config/_default",
    "content/authors",
    "content/publication",
    *cv_data.NAMES,
)
_CONFIGS = ("_config.yml", "_config.yaml", "_quarto.yml", "_quarto.yaml")
_FEW_FOLDERS = 4
_OF_SEVERAL = frozenset(("authors", "members", "people", "staff", "students", "team", "alumni", "group", "lab"))
PRESUMED = 0.5
"""How sure authors are that a form has no place for."""

_HUGO = ("config.toml", "config.yaml", "config.yml")


@dataclass(frozen=True)
class Reading:
    """What a homepage says.

    Attributes:
        facts: Its facts, those of structured files first.
        sources: The files that were read.
        warnings: What is odd but usable, and what was left out.
    """

    facts: tuple[Fact, ...]
    sources: tuple[Source, ...]
    warnings: tuple[Problem, ...]


def is_site(directory: Path) -> bool:
    """Say whether a directory holds the source of a homepage."""
    if any((directory / sign).exists() for sign in _SIGNS):
        return True
    return (directory / "content").is_dir() and any((directory / name).is_file() for name in _HUGO)


def read(directory: Path, read_page: PageReader, *, name: str = "") -> Reading:
    """Return what the source of a homepage says of its owner.

    Args:
        directory: Its root.
        read_page: What finds facts in a document, given the owner's name.
        name: The owner's name, where the site is not to be asked.
    """
    files = SiteFiles(directory)
    site = settings.read(files)
    site.name = name or site.name
    stated = [*site.facts, *_of_data(files, site, read_page)]
    listed = [*papers.read_bibliography(files), *papers.read_lists(files, site)]
    if not site.name and not site.is_unedited:
        site.name = _stated_name([*stated, *listed])
    stated += _of_bibliography(listed, site, files)
    stated += papers.read(files, site)
    stated += appearances.read(files, site)
    told = list(pages.read(files, site, read_page))
    files.report_unread()
    facts = [*_without_presumed(stated), *told]
    if name:
        facts = [fact for fact in facts if fact.section or "name" not in fact.values]
    return Reading(tuple(facts), tuple(files.sources.values()), tuple(dict.fromkeys(files.warnings)))


def owner_near(page: Path) -> tuple[list[Fact], tuple[Source, ...]]:
    """Return the name of whose homepage a page is, as the site's configuration states it, and the file that does.

    A page in a folder of people is one of them, not of the owner of the site.
    """
    folders = list(page.absolute().parents)[:_FEW_FOLDERS]
    root = next((folder for folder in folders if any((folder / name).is_file() for name in _CONFIGS)), None)
    if root is None or any(fold(part) in _OF_SEVERAL for part in page.absolute().relative_to(root).parent.parts):
        return [], ()
    files = SiteFiles(root if page.is_absolute() else Path(os.path.relpath(root)))
    stated = [fact for fact in settings.read(files).facts if {"name", "variants"} & fact.values.keys()]
    stated.sort(key=lambda fact: "name" not in fact.values)
    used = {fact.quote.source for fact in stated}
    return stated, tuple(source for source in files.sources.values() if source.path in used)


def read_data(path: Path, read_page: PageReader, *, name: str = "") -> Reading:
    """Return what one structured file says: a CV as YAML or JSON, a bibliography, a list of works.

    Raises:
        ReadError: If it says nothing of anybody.
    """
    files = SiteFiles(path.parent)
    site = SiteSettings(name=name)
    is_bibliography = path.suffix.lower() == ".bib"
    facts = list(papers.of_file(path, files) if is_bibliography else papers.of_list(path, site, files))
    files.report_unread()
    if not (facts or is_bibliography):
        facts = cv_data.read(path, files, site, read_page).facts
    if not facts:
        raise ReadError(
            files.warnings or Problem("says nothing of a person", path, hint="check that it is a CV as data")
        )
    return Reading(tuple(facts), tuple(files.sources.values()), tuple(files.warnings))


def _of_data(files: SiteFiles, site: SiteSettings, read_page: PageReader) -> Iterator[Fact]:
    """Yield what CVs as data say, but those of another person: templates come with one."""
    if site.author_page:
        yield from cv_data.of_head(site.author_page, files, site, read_page).facts
    for name in cv_data.NAMES:
        if path := files.one(name):
            try:
                cv = cv_data.read(path, files, site, read_page)
            except ReadError as error:
                files.warnings.extend(error.problems)
                continue
            if site.name and cv.name and not is_named([cv.name], [site.name]):
                files.warn(f"left out: it is about {cv.name}, not about {site.name}", path)
                continue
            if not site.name and cv.name and not is_placeholder(cv.name):
                site.name = cv.name
            yield from cv.facts


def _of_bibliography(listed: list[Fact], site: SiteSettings, files: SiteFiles) -> Iterable[Fact]:
    works = [fact for fact in listed if fact.section]
    if not site.name and site.is_unedited and works:
        files.warn("left out: the site does not say whose it is", Path(works[0].quote.source), hint="give --name")
        return ()
    return works


def _stated_name(facts: Iterable[Fact]) -> str:
    return next((str(fact.values["name"]) for fact in facts if not fact.section and "name" in fact.values), "")


def _without_presumed(facts: list[Fact]) -> Iterator[Fact]:
    """Yield facts without publications whose authors are presumed, where another file states them."""
    works = [fact for fact in facts if fact.section == "publications"]
    stated = {fold(str(fact.values["title"])) for fact in works if fact.confidence.get("authors", 1.0) > PRESUMED}
    for fact in facts:
        is_presumed = fact.section == "publications" and fact.confidence.get("authors", 1.0) <= PRESUMED
        if not (is_presumed and fold(str(fact.values["title"])) in stated):
            yield fact
