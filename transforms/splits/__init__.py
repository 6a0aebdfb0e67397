"""Train, validation and test splits by near-duplicate cluster."""
