"""Put a release into a SPARQL server elsewhere, so that readers see the former one or the new one.

`plan` finds out what to send, `upload` sends it in batches into graphs beside those that are read, and goes on
where it was cut off (`journal`); `checks` counts what has arrived, `swap` lets it take the place of the former.
"""

from kg.pushing.plan import Kind, Plan
from kg.pushing.push import Outcome, Wishes, push

__all__ = ["Kind", "Outcome", "Plan", "Wishes", "push"]
