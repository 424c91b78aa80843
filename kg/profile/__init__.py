"""What people write: the model made from the declaration, readers of project files, drafts and reviews, privacy."""
