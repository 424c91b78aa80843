"""Read what registries and other tools export, and write profiles in their forms: one module a format."""
