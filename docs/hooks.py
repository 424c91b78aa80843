"""MkDocs hooks: add the generated reference, and files outside of docs/ to which the documents link."""

import posixpath
import re

import generate
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

OUTSIDE = (
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "benchmarks/RESULTS.md",
    "benchmarks/SPEED.md",
    "ontology/alignments.ttl",
    "ontology/kg.ttl",
    "ontology/kg.yaml",
)
"""Files of the repository that are part of the site, so that links to them work there as they do in a checkout."""

_LINK = re.compile(r"(?<=\]\()([^)#:\s]+)(?=[)#])")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages and the files from outside."""
    for path, text in generate.pages().items():
        files.append(File.generated(config, path, content=text))
    for path in OUTSIDE:
        files.append(File.generated(config, path, abs_src_path=str(generate.ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001 - the interface
    """Lead links that leave docs/ to where the file stands in the site."""
    source = page.file.src_uri
    inside = source not in OUTSIDE
    folder = posixpath.dirname(f"docs/{source}" if inside else source)

    def rewritten(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(folder, link[1]))  # from the root of the repository
        if target.startswith("docs/"):
            target = target.removeprefix("docs/")
        elif target not in OUTSIDE:
            return link[1]
        return posixpath.relpath(target, posixpath.dirname(source) or ".")

    return _LINK.sub(rewritten, markdown)
