"""What pages say of themselves to machines, in the vocabularies that these read; a module for each.

    head                what stands in the head of a page: tags and data; things, landing make it
    schema_org/         JSON-LD for search engines: people, works, other things, the dataset
    highwire            citation tags for Google Scholar and reference managers
    dublin_core         Dublin Core tags
    open_graph          what is shown where a link is shared
    dataset             what the whole is: the facts that all descriptions of it share
    dcat, ro_crate      the dataset as a catalogue, and as a research object
    linksets            links of the dataset and its services (FAIR Signposting, RFC 9727)
    sitemap             what search engines should visit

Nothing is made up: what the graph does not say is left out.
"""
