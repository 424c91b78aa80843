"""What the first page says of itself: it stands for the dataset."""

from kg.pages.graph import Graph
from kg.pages.metadata.dataset import Dataset
from kg.pages.metadata.dublin_core import dublin_core
from kg.pages.metadata.head import Metadata, summary
from kg.pages.metadata.schema_org.whole import document


def of_dataset(graph: Graph) -> Metadata:
    """Return the metadata of the first page."""
    about = Dataset(graph)
    core = dublin_core(
        graph,
        about.iri,
        graph.title,
        types=["https://schema.org/Dataset"],
        creators=[about.publisher.name] if about.publisher else (),
        subjects=about.keywords,
        date=graph.date,
        sources=[each.iri for each in about.sources],
    )
    return Metadata(description=summary(about.description), tags=core, data=document(graph))
