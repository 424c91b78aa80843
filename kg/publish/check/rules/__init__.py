"""The rules, one module a category; each judges what it looks at: files, pages, things, the data set, the site.

fair             the metrics of F-UJI, read for linked data
signposting      links for machines, levels 1 and 2
negotiation      one address for people and programs
links            every link leads somewhere
schema_org       what search engines read
representations  the same triples everywhere
privacy          no contact, no secret
hosting          what plain web spaces need
"""

from kg.publish.check.rule import Rule
from kg.publish.check.rules import (
    fair,
    hosting,
    links,
    negotiation,
    privacy,
    representations,
    schema_org,
    signposting,
)

_MODULES = (fair, signposting, negotiation, links, schema_org, representations, privacy, hosting)
RULES: dict[str, Rule] = {
    rule.id: rule for module in _MODULES for rule in vars(module).values() if isinstance(rule, Rule)
}
"""All rules by their ids, in the order of the report."""

ON_FILE = (links.of_file, privacy.of_file, hosting.of_file)
ON_PAGE = (schema_org.of_page, links.of_page, hosting.of_page)
ON_THING = (fair.of_thing, signposting.of_thing, negotiation.of_thing, schema_org.of_thing, representations.of_thing)
ON_DATASET = (fair.of_dataset, signposting.of_dataset)
ON_SITE = (negotiation.of_site, links.of_site, representations.of_site, privacy.of_site, hosting.of_site)
