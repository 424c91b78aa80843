"""Read where somebody studied and worked: degrees and positions in lists, blocks, tables and sentences."""
