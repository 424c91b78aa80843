"""What assistants may ask of a release, over the Model Context Protocol."""
