"""The two passes over the profiles, batch by batch: what any process, on any machine, does with a batch.

The first pass takes the mentions out of the profiles (`Intake`). When it is decided who is who, the second one
(`Output`) puts the entities in and writes N-Quads. Both are functions of their batch alone, so that batches can be
shared out in any way and the result is the same. The processes of a `Crew` also look through what they wrote for what
may not conform to the shapes, and write the search index.
"""

from kg.passes.crew import Crew, crew_of
from kg.passes.intake import Intake, Part
from kg.passes.output import Output, Sheet, Written

__all__ = ["Crew", "Intake", "Output", "Part", "Sheet", "Written", "crew_of"]
