"""Publish a release as files for any web space: the same pages and documents that the server shows.

    publish      crawl ▸ rendering ▸ tree                what is linked is rendered, and written if it differs
                 links                                   where a page leads
                 sitemap                             what search engines should visit
                 whole/                              dumps and tables of the whole graph
                 redirects                               old IRIs lead to the things that answer for them now
    apache, w3id ▸ rewriting                for hosts that run Apache, and for the host of the IRIs

Nothing is listed by hand: a page that is linked is published, and a link that leads nowhere is told.
"""

from kg.publishing.publish import Outcome, publish

__all__ = ["Outcome", "publish"]
