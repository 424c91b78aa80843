"""Judge a published site, offline: a directory, or what a server sends.

    check        site ▸ examining ▸ rules ▸ report
                 directory, served                       where the files of a site are from
                 html                                    pages, read as the standard says
                 rdf                                     documents, and the dump
                 rules                                   what is judged, one module a category
                 renderings                              for people, programs and code hosts

It needs no graph: sites of others are judged by the same rules, and nothing that they hold is trusted.
"""

from kg.checking.checking import check
from kg.checking.report import Report

__all__ = ["Report", "check"]
