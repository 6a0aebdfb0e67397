"""From the answers of judges to figures about people, and about people beside models."""
