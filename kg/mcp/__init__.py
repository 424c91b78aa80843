"""What assistants may ask of a release, over the Model Context Protocol: each answer with its evidence."""
