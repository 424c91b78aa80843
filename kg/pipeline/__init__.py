"""The steps from profiles to a release: on one machine (`kg.building` puts them in order), or on a Spark cluster."""
