"""Make the models of the learned reader again, and measure what `kg extract` makes of documents with known truth."""
