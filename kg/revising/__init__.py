"""Make a release from the former one where few profiles have changed, and those name nobody else than before.

Then everybody keeps their IRIs: only the batches that changed are read and mapped, and of the former release only the
quads that differ are taken out or put in. What comes of it is what a full build gives, byte by byte but for the
engine's own files. Where more has changed, `revise` says so, and everything is built.

    contents      is a batch what it was?
    revision      the steps
    difference    which lines are new or gone
    recalling     which parts need not be screened again
"""

from kg.revising.contents import content_of
from kg.revising.revision import Revised, revise

__all__ = ["Revised", "content_of", "revise"]
