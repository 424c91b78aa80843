"""Publish a release as files for any web space: the same pages and documents that the server shows.

    publish                     crawl ▸ rendering ▸ tree: what is linked is rendered, and written if it differs
        links, redirects        where a page leads; old IRIs lead to the things that answer for them now
        state                   what the directory holds: a kill leaves nothing that nobody knows of
        extent                  how much of a large graph has files of its own
        changes                 what was published before, and what differs from it
        sitemap                 what search engines should visit
        whole/, data            dumps and tables of the whole graph; the dump in pieces for the browser
        besides                 what else a site holds:
            names               the names of all things, for a search without a server
            offline             the service worker
            apache, w3id        for hosts that run Apache, and for the host of the IRIs; both by `rewriting`

Nothing is listed by hand: a page that is linked is published, and a link that leads nowhere is told.
"""

from kg.publishing.publish import Outcome, publish

__all__ = ["Outcome", "publish"]
