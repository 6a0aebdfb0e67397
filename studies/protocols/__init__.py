"""What judges are asked: one file for each protocol, and a registry of their versioned names."""
