"""Decide who is who: from mentions to nodes, from nodes to clusters, from clusters to IRIs.

Resolution runs in two passes (`kg.identity.resolution`). Joins are decided by evidence that adds up
(`kg.identity.person_scores`), under constraints (`kg.identity.clusters`), and people have the last word
(`kg.profile.judgements`).
"""
