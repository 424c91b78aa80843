"""How often a property is tried: seldom in `make test` and `make test-slow`, often in `make test-all`.

The first two try the same examples on every run, so that what passed once passes again; the last tries others.
"""

import hypothesis

PROFILES = {"quick": 25, "random": 300}
"""How many examples a property is tried with by default."""
USUAL = 100
"""The number of examples beside which one is chosen for a property."""


def register() -> None:
    """Make the profiles known, and use the quick one unless the command line says otherwise."""
    for name, examples in PROFILES.items():
        # How long an example takes depends on what else the machine does.
        hypothesis.settings.register_profile(
            name, deadline=None, max_examples=examples, derandomize=name != "random", database=None
        )
    hypothesis.settings.load_profile("quick")


def often(examples: int) -> int:
    """Return with how many examples a property is tried for which a number was chosen."""
    share: float = hypothesis.settings().max_examples / USUAL
    return max(5, round(examples * share))
