"""Find what the rows of somebody else's table mean (Reconciliation Service API 0.2), with the evidence of identity."""
