"""What the pages of a release say about the people who judged it."""
