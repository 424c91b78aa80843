"""Build beyond one machine: the same declarations and the same functions, run by Apache Spark.

Spark is only needed where something is built; what a worker does is a function without Spark: of a batch in `reading`,
`register` and `describing`, of pairs in `comparing`, of a component in `joining`. `flow` says which worker meets what,
`building` is the picture, `making` has its steps.
"""

from kg.pipeline.spark.making import Built, build

__all__ = ["Built", "build"]
