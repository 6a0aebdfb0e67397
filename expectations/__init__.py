"""What must hold of every dataset, and how it is checked over shards and over a whole run."""
