"""Build beyond one machine: the same declarations and the same functions, run by Apache Spark.

Spark is only needed where something is built; whatever a worker does is a function of one batch, without Spark, in
`reading`, `register` and `describing`. `flow` says which worker meets what, `building` is the picture.
"""

from kg.scale.building import Built, build

__all__ = ["Built", "build"]
