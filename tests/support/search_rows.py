"""The rows of a search index, by which two are compared."""

import sqlite3
from contextlib import closing
from pathlib import Path


def rows_of(index: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of an index, each entry by its place among all in place of its number."""
    with closing(sqlite3.connect(index)) as database:
        numbers = [number for (number,) in database.execute("SELECT id FROM entry ORDER BY id")]
        database.create_function("at", 1, numbers.index)
        database.execute("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, names, 'instance')")
        asked = {
            "entry": "SELECT at(id), iri, kind, name, detail, letter, rank FROM entry",
            "place": "SELECT at(id), row_number() OVER (ORDER BY kind, letter, place) FROM entry",
            "exact": "SELECT at(entry), key FROM exact",
            "facet": "SELECT facet, value, label FROM facet",
            "entry_facet": "SELECT at(entry), facet.facet, value, label FROM entry_facet e JOIN facet ON id = e.facet",
            "slip": "SELECT * FROM slip",
            "content": "SELECT * FROM content",
            "names": "SELECT at(doc), term, col, offset FROM temp.vocabulary",
        }
        return {name: sorted(database.execute(statement)) for name, statement in asked.items()}
