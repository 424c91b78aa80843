"""Drafts of profiles: what sources propose, and what people decided about it."""
