"""What pages say of themselves to machines."""
