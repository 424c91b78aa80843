"""The JSON-LD that pages embed, in the terms of schema.org: small, and what search engines read.

All that the graph says of a thing is in its documents; these are beside the page.
"""
