"""The build hook of hatchling: what comes from npm goes into the wheel where npm can fetch it."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class AssetsHook(BuildHookInterface[Any]):
    """Make the assets before a wheel or an sdist is packed; without npm, pack what there is."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's interface
        """Run `assets.py`; an editable install reads the folder as it is, so `make assets` fills it."""
        if version != "editable":
            subprocess.run([sys.executable, Path(self.root) / "frontend" / "assets.py"], check=False)
