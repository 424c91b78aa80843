"""Search by names: an index beside the store of a release."""
