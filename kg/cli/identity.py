"""Commands on identity: why, why-not, same, different, undo, review, identity check."""

import os
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from kg.base.errors import KgError, NotFound, ReadError, ReleaseError, counted
from kg.cli.completion import complete_thing
from kg.cli.files import given, write
from kg.cli.messages import tell
from kg.cli.options import ProjectArgument, ProjectOption, ReleaseOption
from kg.cli.places import graph_of, profile_paths
from kg.store.columns import value
from kg.terms.identifiers import fold, slug

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kg.identity.explaining.dossiers import Dossiers
    from kg.identity.questions import IdentityReview
    from kg.identity.registry import Registry
    from kg.profile.drafts.review_queue import QuestionSource
    from kg.profile.drafts.sessions import ReviewSession
    from kg.profile.judgements import Verdict
    from kg.profile.model import Organization
    from kg.store.graph import Graph
    from kg.store.release import Release

One = Annotated[
    str,
    typer.Argument(
        help="An IRI, a slug, a written name, a title, or the key of a mention.", autocompletion=complete_thing
    ),
]
Other = Annotated[str, typer.Argument(help="Another one.", autocompletion=complete_thing)]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only show what it would move.")]
Because = Annotated[str, typer.Option("--because", help="The reason, for those who come later.")]
By = Annotated[
    str | None, typer.Option("--by", help="Who decides.", show_default="your name in git, else that of the account")
]


_LISTED = 10

identity = typer.Typer(help="Look after the IRIs of a project.", no_args_is_help=True, rich_markup_mode=None)


def why(
    one: One,
    other: Annotated[str | None, typer.Argument(help="How the first is connected with this one.")] = None,
    release: ReleaseOption = Path("build"),
) -> None:
    """Explain who somebody is, or how two are connected.

    With one name: its mentions, with file and lines, and why they are taken for one; of an organisation, the words
    by which it was found in ROR, or may be one there. With two: the shortest ways from one to the other through
    works, and why those in between are one person each.

    \b
    Examples:
      kg why "Yibo Zhu"
      kg why "Purdue University"
      kg why jiamin-li yinmin-zhong
    """
    from kg.identity.explaining import telling

    dossiers, found = _opened(release)
    try:
        first = dossiers.find(one, found.base)
    except NotFound:
        if other is not None or not (said := _said_of_organization(found, one)):
            raise
        typer.echo("\n".join(said))
        return
    if other is None:
        lines = telling.entity(dossiers, first)
    else:
        lines = telling.connection(dossiers, first, dossiers.find(other, found.base))
    typer.echo("\n".join(lines))


def _said_of_organization(release: "Release", asked: str) -> list[str]:
    """Return by which words an organisation was found in ROR, or may be one there; nothing if there is none such."""
    from itertools import groupby

    from pyoxigraph import Literal

    from kg.store.graph import Graph

    values = {"NAME": str(Literal(asked.removeprefix(release.base))), "BASE": str(Literal(release.base))}
    query = re.sub("NAME|BASE", lambda found: values[found[0]], _WHY_ROR)
    rows = [*map(tuple, _texts(Graph(release), query))]
    return [
        line
        for (iri, name), several in groupby(rows, key=lambda row: row[:2])
        for line in (f"{name}  ({iri})", "", *(f"  {basis}: {said}  ({place})" for *_, basis, said, place in several))
    ]


_WHY_ROR = """SELECT DISTINCT ?place ?name ?basis ?reason ?where WHERE {
  ?thing a schema:Organization ; schema:name ?name ; schema:name|schema:alternateName ?asked .
  BIND(STRAFTER(STR(?thing), BASE) AS ?place)
  FILTER(?asked = NAME || ?place = NAME)
  GRAPH ?graph {
    ?evidence kg:identifies|kg:candidate ?thing ; kg:basis ?basis ; kg:reason ?reason .
    OPTIONAL { ?evidence prov:wasDerivedFrom ?source }
  }
  OPTIONAL { ?source schema:name ?file }
  BIND(COALESCE(?file, "all files") AS ?where)
} ORDER BY ?place ?where ?reason"""


def why_not(one: One, other: Other, release: ReleaseOption = Path("build")) -> None:
    """Explain why two were not merged, and what would decide it.

    \b
    Example:
      kg why-not hao-zhang-fzbylx hao-zhang-gpikms
    """
    from kg.identity.explaining import telling

    dossiers, found = _opened(release)
    lines = telling.difference(dossiers, dossiers.find(one, found.base), dossiers.find(other, found.base))
    typer.echo("\n".join(lines))


def same(
    one: One,
    other: Other,
    because: Because,
    by: By = None,
    project: ProjectOption = None,
    release: ReleaseOption = Path("build"),
    dry_run: DryRun = False,
) -> None:
    """Decide that two mean one: people have the last word.

    The judgement is appended to identity/judgements.yaml and holds from the next build on. The IRI that
    goes leads to the one that stays.

    \b
    Example:
      kg same hao-zhang-fzbylx hao-zhang-gpikms --because "his home page lists both papers"
    """
    _judge("same", (one, other), because, by, project, release, dry_run=dry_run)


def different(
    one: One,
    other: Other,
    because: Because,
    by: By = None,
    project: ProjectOption = None,
    release: ReleaseOption = Path("build"),
    dry_run: DryRun = False,
) -> None:
    """Decide that two are different, or take apart what was joined.

    To take one entity apart, give the keys of two of its mentions (m-…), as 'kg why' shows them.

    \b
    Example:
      kg different m-k3f9x2abcd m-77qpz4efgh --because "one is a physicist"
    """
    _judge("different", (one, other), because, by, project, release, dry_run=dry_run)


def undo(
    listed: Annotated[bool, typer.Option("--list", help="Only list the last judgements, the newest first.")] = False,
    project: ProjectOption = None,
) -> None:
    """Take back the last judgement on identity.

    identity/judgements.yaml is afterwards what it was before, to the byte; again takes back the one before. It is
    refused if the file was changed by hand since.

    \b
    Examples:
      kg undo --list
      kg undo
    """
    from kg.base.undo import UndoHistory
    from kg.profile.judgements import last_step, read

    path = _judgements(project)
    if listed:
        for entry in read(path).entries[: -_LISTED - 1 : -1]:
            typer.echo("  ".join(str(each) for each in (entry.id, entry.when, entry.by, entry.said) if each))
        return
    step = last_step(path)
    if step is None:
        typer.echo(f"Nothing to undo: there is no judgement in {path}.", err=True)
        raise typer.Exit(1)
    UndoHistory([step]).undo()
    typer.echo(f"Taken back: {step.label} ({path}).\nThis takes effect at the next build: kg build", err=True)


def review(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PROFILE…]",
            help="A profile that kg extract wrote; with --web several, also ids of the project's. "
            "Default: the open questions of identity.",
            show_default=False,
        ),
    ] = None,
    project: ProjectOption = None,
    release: ReleaseOption = Path("build"),
    by: By = None,
    listed: Annotated[bool, typer.Option("--list", help="Only list what is open.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="List what is open in a profile as JSON.")] = False,
    as_table: Annotated[
        bool, typer.Option("--table", help="Show the questions of identity in one table, those of a person together.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Write the table as CSV, with a column for answers.", show_default=False),
    ] = None,
    answers: Annotated[
        Path | None,
        typer.Option("--answers", help="Take the answers of such a file: same, different, unsure.", show_default=False),
    ] = None,
    accept: Annotated[
        list[str] | None, typer.Option("--accept", metavar="FACT", help="Accept a fact of a profile.")
    ] = None,
    reject: Annotated[
        list[str] | None, typer.Option("--reject", metavar="FACT", help="Reject a fact of a profile.")
    ] = None,
    accept_above: Annotated[
        float | None, typer.Option("--accept-above", help="Accept what is at least as sure.", min=0, max=1)
    ] = None,
    editor: Annotated[
        str, typer.Option("--editor", help="What [e] starts.", envvar=["VISUAL", "EDITOR"], show_default=False)
    ] = "vi",
    web: Annotated[bool, typer.Option("--web", help="Decide on a page in a browser on this machine.")] = False,
    everything: Annotated[
        bool,
        typer.Option(
            "--all",
            help="With --web or --accept-above: all profiles; else also questions that change no member's page.",
        ),
    ] = False,
    port: Annotated[
        int, typer.Option("--port", help="With --web: the port; 0 chooses a free one.", min=0, max=65535)
    ] = 0,
    open_browser: Annotated[bool, typer.Option("--open", help="With --web: open the page in the browser.")] = False,
) -> None:
    """Decide what is open, in a profile or about identity.

    In a profile: what the sources disagree on first, then the least sure. One key answers each: a accept,
    r reject, e edit, a digit to choose, n next, z undo, y redo, q quit. Answers are written into the profile as
    they are given.

    Works about which sources differ are listed behind the questions of identity, with what each source says, and
    organisations that may be another one, or one of ROR.

    About identity: what may change the page of a member or a work, that with the greatest effect first; all that is
    written in one way is one question. --all asks about people outside, too, and what lists decide themselves. s same,
    d different, u cannot tell, n next, z undo, y redo, q quit. Answers are appended to identity/judgements.yaml. Or
    all at once:
    --table writes them with names, spellings, how many entries an answer brings and an example, and --answers
    takes what was filled in.

    With --web the questions stand on a page, one at a time, with the words of the sources, for the same keys and
    the mouse; only this machine reaches it, under the address that is printed. --all asks what is not sure in a
    project in one queue: what an answer changes the most comes first.

    \b
    Examples:
      kg review profiles/ada-lovelace.yaml
      kg review profiles/ada-lovelace.yaml --list
      kg review profiles/ada-lovelace.yaml --accept-above 0.95 --reject 7q2kdmxw3a
      kg review --list
      kg review
      kg review --table -o questions.csv
      kg review --answers questions.csv
      kg review --web profiles/ada-lovelace.yaml --open
      kg review --web --all
      kg review --all --accept-above 0.95
    """
    if web:
        serve_review(files or [], everything, project, release, by, port=port, open_browser=open_browser)
        return
    if len(files or []) > 1 or (everything and (accept_above is not None or accept or reject)):
        _accept_in_all(files or [], accept_above, is_single=bool(accept or reject))
        return
    file = Path(files[0]) if files else None
    if file is not None and not file.is_dir():
        if as_table or output is not None or answers is not None:
            message = "a table is of the questions of identity, which all profiles share: leave out the file"
            raise typer.BadParameter(message, param_hint="'--table', '--output', '--answers'")
        _review_profile(given([file])[0], listed, as_json, accept or [], reject or [], accept_above, editor)
        return
    if file is not None and not (file / "kg.yaml").is_file():
        message = f"'{file}' is no project: give a project for its questions of identity, or a profile"
        raise typer.BadParameter(message, param_hint="'FILE'")
    asked = identity_questions(file or project, by, release, everything=everything)
    if answers is not None:
        _take_answers(given([answers])[0], asked)
    elif as_table or output is not None:
        _write_table(output, asked)
    else:
        _walk(asked, release, listed)


def identity_questions(
    project: Path | None, by: str | None, release: Path, *, everything: bool = False
) -> "IdentityReview":
    """Return the questions of identity of a release, and the judgements of its project."""
    from kg.identity.questions import IdentityReview

    path = _judgements(project)
    return IdentityReview(_opened(release)[0], path, _decider(by, path), everything=everything)


def serve_review(
    names: list[str],
    everything: bool,
    project: Path | None,
    release: Path,
    by: str | None,
    *,
    port: int,
    open_browser: bool,
) -> None:
    """Serve what is open as a page until it is stopped."""
    from kg.cli.serving import interruptible, server_extra
    from kg.profile.drafts.review_queue import ReviewQueue
    from kg.profile.drafts.sessions import ReviewSession
    from kg.profile.drafts.spellings import SpellingReview
    from kg.profile.drafts.unread import UnreadReview

    with server_extra():
        from kg.server.reviewing.running import run

    def show(address: str) -> None:
        typer.echo(f"{counted(len(queue.open()), 'question')} open at {address} — stop with Ctrl-C", err=True)
        if open_browser:
            _open_in_browser(address, Path(private))

    paths = profile_paths(names) if names or everything else []
    sessions = [ReviewSession(path, is_brief=everything) for path in paths]
    sources: list[QuestionSource] = [*sessions, SpellingReview(sessions)]
    unread = list(map(UnreadReview, sessions))
    if not everything:
        sources += unread
    elif number := sum(len(each.open()) for each in unread):
        tell(f"{counted(number, 'passage')} of documents not read: kg review --web PROFILE asks about those of one.")
    if everything or not names:
        try:
            sources.append(identity_questions(project, by, release))
        except ReleaseError as error:  # profiles can be reviewed before the first build
            if not everything:
                raise
            typer.echo(f"Questions of identity are left out: {error}; {error.hint}", err=True)
    queue = ReviewQueue(sources)
    with TemporaryDirectory(prefix="kg-review-") as private, interruptible():
        run(queue, port, show)
    typer.echo(f"{len(queue.history.done)} answered, {len(queue.open())} still open", err=True)


def _open_in_browser(address: str, private: Path) -> None:
    """Lead a browser to an address by a file in a directory of this user: all users of a machine see command lines."""
    import webbrowser

    page = private / "review.html"
    page.write_text(f'<!doctype html><meta http-equiv="refresh" content="0; url={address}">\n', encoding="utf-8")
    webbrowser.open(page.as_uri())


def _take_answers(answers: Path, review: "IdentityReview") -> None:
    from kg.cli import identity_review

    taken, problems = identity_review.take_answers(review, answers)
    typer.echo(f"{taken} answered; see {review.path}. They take effect at the next build: kg build", err=True)
    if problems:
        raise ReadError(problems)


def _write_table(output: Path | None, review: "IdentityReview") -> None:
    from kg.cli import identity_review

    if output is not None and output.is_file():
        message = f"{output} exists, and may hold answers: take them with --answers {output}, or choose another name"
        raise typer.BadParameter(message, param_hint="'--output'")
    write(output or Path("-"), identity_review.table(review) if output is None else identity_review.as_csv(review))
    if output is not None:
        typer.echo("Fill in the column 'answer', then: kg review --answers FILE", err=True)


def _walk(review: "IdentityReview", release: Path, listed: bool) -> None:
    from kg.cli import identity_review
    from kg.cli.review import walk
    from kg.profile.drafts.review_queue import ReviewQueue

    graph = graph_of(release)
    differing, perhaps = list(identity_review.disagreements(graph.release)), _perhaps_another(graph)
    if listed:
        for line in (*identity_review.listed(review), *differing, *perhaps):
            typer.echo(line)
        return
    if review.open():
        answered = walk(ReviewQueue([review]), identity_review.of_identity(sys.stdin))
        tell(f"{answered} answered; see {review.path}. They take effect at the next build: kg build")
    else:
        tell("No question is open.")
    for lines, advice in (
        (differing, "Sources differ; correct the one that is wrong, and build again:"),
        (perhaps, "Say which they are in organizations.yaml, with aliases or 'ror', and build again:"),
    ):
        if lines:
            tell(f"\n{advice}")
            typer.echo("\n".join(lines))


def _accept_in_all(names: list[str], above: float | None, *, is_single: bool) -> None:
    """Accept what is sure in several profiles; raises BadParameter for anything else, which needs one profile."""
    if above is None or is_single:
        message = "name one profile, or give --web, or --accept-above alone"
        raise typer.BadParameter(message, param_hint="'[PROFILE…]'")
    from kg.profile.drafts.sessions import ReviewSession

    for path in profile_paths(names):
        _decide(ReviewSession(path), [], [], above)


def _decide(session: "ReviewSession", accept: list[str], reject: list[str], above: float | None) -> bool:
    """Accept and reject proposals, and say how many; return whether anything could be decided that was to be."""
    from kg.cli import review as reviewing

    accepted, rejected, left = reviewing.decide(session, accept=accept, reject=reject, above=above)
    still = len(session.review.open())
    tell(*left, f"{accepted} accepted, {rejected} rejected, {still} still open; see {session.path}")
    return not left or bool(accepted + rejected)


def _review_profile(
    path: Path,
    listed: bool,
    as_json: bool,
    accept: list[str],
    reject: list[str],
    above: float | None,
    editor: str,
) -> None:
    from kg.cli import review as reviewing
    from kg.profile.drafts.review_queue import ReviewQueue
    from kg.profile.drafts.sessions import ReviewSession

    session = ReviewSession(path)
    if accept or reject or above is not None:
        if not _decide(session, accept, reject, above):
            raise typer.Exit(1)
    elif as_json:
        typer.echo(reviewing.as_json(session.review))
    elif listed:
        for line in reviewing.listed(session.review):
            typer.echo(line)
    elif session.open():
        answered = reviewing.walk(ReviewQueue([session]), reviewing.of_profiles(sys.stdin, editor))
        typer.echo(f"{answered} answered, {len(session.open())} still open; see {path}", err=True)
    else:
        typer.echo("Nothing is open.", err=True)


@identity.command()
def check(project: ProjectArgument = None, release: ReleaseOption = Path("build")) -> None:
    """Check that every IRI that was ever published still answers.

    Ends with 1 if one does not: neither live, nor leading to a live one, nor withdrawn by a judgement. Judgements
    that name what is no more are told with their lines.

    \b
    Example:
      kg identity check
    """
    from pyoxigraph import NamedNode

    from kg.identity.explaining import verdicts
    from kg.identity.registry import read_registry
    from kg.profile.config import read_project
    from kg.profile.judgements import read

    registry = read_registry(read_project(project).registry)
    dossiers, found = _opened(release)
    nodes = (quad.subject.value for quad in found.store().quads() if isinstance(quad.subject, NamedNode))
    subjects = frozenset(iri.removeprefix(found.base) for iri in nodes)
    silent = [iri for iri in registry.rows if not registry.answers(iri, subjects)]
    for line in verdicts.idle(dossiers, registry, read(_judgements(project))):
        tell(f"{line}: the judgement moves nothing")
    for iri in silent:
        typer.echo(f"{iri} was published before but no longer resolves")
    if silent:
        hint = "add 'same: [OLD, NEW]', or 'withdraw: OLD', with a 'because' to identity/judgements.yaml"
        typer.echo(f"\nhint: {hint}", err=True)
        raise typer.Exit(1)
    typer.echo(f"All {len(registry.rows):,} IRIs answer.", err=True)


@identity.command()
def organizations(project: ProjectArgument = None, release: ReleaseOption = Path("build")) -> None:
    """Propose entries of organizations.yaml for the organisations that a build has found in ROR.

    A build looks names and affiliations up where the project has ROR ('kg import ror'). An entry that you take over
    holds without ROR, too, and can be corrected; the IRIs that were published lead to it. What is not sure is listed
    on stderr: to answer, write an entry with the name, and with the ROR id if it is that one.

    \b
    Examples:
      kg identity organizations
      kg identity organizations data --release build > proposed.yaml
    """
    from kg.profile.config import read_authorities, read_project

    declared = read_authorities(read_project(project)).organizations.entries
    listed, taken = {entry.ror: entry for entry in declared if entry.ror}, {entry.id for entry in declared}
    graph = graph_of(release)
    spellings: dict[tuple[str, str], list[str]] = {}
    for ror, main, name in _texts(graph, _BY_ROR):
        spellings.setdefault((main, ror), []).append(name)
    entries = [_entry(*key, forms, listed.get(key[1]), taken) for key, forms in spellings.items()]
    tell(*_perhaps_another(graph))
    typer.echo("".join(entries), nl=False)
    if not any(entries):
        typer.echo("hint: ROR is used where the project has it: kg import ror RELEASE, then kg build", err=True)
        raise typer.Exit(1)


def _texts(graph: "Graph", sparql: str) -> "Iterator[list[str]]":
    return ([value(cell) for cell in row] for row in graph.select(sparql).rows)


def _perhaps_another(graph: "Graph") -> list[str]:
    """Return the organisations that may be others, or some of ROR, a line each."""
    return [f"{name}: perhaps {perhaps}" for name, perhaps in _texts(graph, _PERHAPS_ANOTHER)]


_BY_ROR = """SELECT DISTINCT ?ror ?main ?name WHERE {
  ?organization a schema:Organization ; schema:sameAs ?ror ; schema:name ?main .
  ?organization schema:name|schema:alternateName ?name .
  FILTER(STRSTARTS(STR(?ror), "https://ror.org/"))
} ORDER BY ?main ?ror ?name"""
_PERHAPS_ANOTHER = """SELECT ?name (GROUP_CONCAT(?one; SEPARATOR=" or ") AS ?perhaps) WHERE {
  SELECT ?name ?one WHERE {
    ?organization a schema:Organization ; kg:possiblySameAs ?other ; schema:name ?name . ?other schema:name ?called .
    BIND(STRAFTER(STR(?other), "https://ror.org/") AS ?ror)
    BIND(IF(?ror, CONCAT(?called, " (", ?ror, ")"), ?called) AS ?one)
  } ORDER BY ?name ?one
} GROUP BY ?name ORDER BY ?name"""


def _entry(name: str, ror: str, spellings: list[str], listed: "Organization | None", taken: set[str]) -> str:
    """Return an entry as it stands in organizations.yaml; of one that is there, the spellings that it lacks."""
    from kg.profile.drafts.plain_data import scalar

    id_, known = ror.rpartition("/")[2], {*map(fold, listed.names if listed else (name,))}
    forms = {fold(form): form for form in spellings if fold(form) not in known}
    aliases = f"aliases: [{', '.join(scalar(form, flow=True) for form in forms.values())}]"
    if listed:
        return f"# {listed.id}: {aliases}\n" if forms else ""
    chosen = slug(name) if slug(name) not in {"", *taken} else f"{slug(name)}-{id_}".strip("-")
    taken.add(chosen)
    more = f"    {aliases}\n" if forms else ""
    return f"  - id: {chosen}\n    name: {scalar(name)}\n{more}    ror: {scalar(id_)}\n"


def _opened(path: Path) -> "tuple[Dossiers, Release]":
    from kg.identity.explaining.archive import open_archive
    from kg.identity.explaining.dossiers import Dossiers
    from kg.store.release import ARCHIVE, open_release

    release = open_release(path)
    detail = release.index().detail
    return Dossiers(open_archive(release.path / ARCHIVE), lambda iri: detail(release.base + iri)), release


def _judgements(project: Path | None) -> Path:
    from kg.profile.config import read_project

    return read_project(project).judgements


def _decider(by: str | None, judgements: Path) -> str:
    """Return who decides: who is named, else the name that git knows, else that of the account, but no address."""
    if by:
        return by
    from kg.base.git import Repository

    try:
        name = Repository(judgements.parent.parent).user
    except KgError:  # the project is in no repository, or there is no git
        name = ""
    return next((each for each in (name, os.environ.get("USER", "")) if each and "@" not in each), "unknown")


def _reference(dossiers: "Dossiers", registry: "Registry", text: str) -> str:
    """Return what a judgement is to name; a published IRI that is no more leads to what replaces it.

    Raises NotFound if nothing does.
    """
    from kg.identity.explaining.verdicts import became

    try:
        return dossiers.reference(text)
    except NotFound:
        iri = next((iri for iri in (text, f"person/{text}", f"work/{text}") if iri in registry.rows), None)
        if iri is None:
            raise
        if dossiers.node(now := registry.target(iri)) is not None:
            return now
        hint = f"to let it lead on, add 'same: [{iri}, NEW]' with a 'because' to identity/judgements.yaml by hand"
        raise NotFound(f"{iri} {became(registry, iri)}", hint=hint) from None


def _judge(
    verdict: "Verdict",
    pair: tuple[str, str],
    because: str,
    by: str | None,
    project: Path | None,
    release: Path,
    *,
    dry_run: bool,
) -> None:
    from kg.identity.explaining import verdicts
    from kg.identity.explaining.previewing import preview
    from kg.identity.registry import read_registry
    from kg.profile.config import read_project

    dossiers, found = _opened(release)
    path, registry = _judgements(project), read_registry(read_project(project).registry)
    one, other = (_reference(dossiers, registry, each.removeprefix(found.base)) for each in pair)
    references = (one, other)
    verdicts.check(dossiers, path, verdict, references, because)
    for line in preview(dossiers, registry, verdict, references):
        typer.echo(line, err=not dry_run)
    if dry_run:
        return
    judgement = verdicts.give(dossiers, path, verdict, references, because, _decider(by, path))
    note = f" It supersedes {', '.join(judgement.supersedes)}." if judgement.supersedes else ""
    typer.echo(f"Recorded: {judgement.said} ({path}, {judgement.id}).{note}", err=True)
    typer.echo("This takes effect at the next build: kg build; to take it back: kg undo", err=True)
