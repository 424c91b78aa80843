"""Read what a researcher received and gave back: awards, teaching, service, talks."""
