"""The steps from profiles to a release, which `kg.building` puts in order; a Spark cluster may do those of batches."""
