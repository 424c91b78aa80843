"""A group's own site: what `site` in `kg.yaml` names, read while a release is built."""
