"""Read documents as people write them: Markdown, HTML, DOCX, LaTeX and PDF, each as a list of blocks with lines."""
