"""The only room that knows the order of steps: on one machine, or on a Spark cluster."""
