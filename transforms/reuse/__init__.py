"""Text reuse: lines of verse that stand, or nearly stand, in a database of poems."""
