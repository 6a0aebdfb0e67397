"""Poems that are nearly the same: which they are, and whether a split keeps them together.

Two poems are near-duplicates where the Jaccard similarity of their pairs of neighbouring words reaches a threshold.
MinHash with banding finds the poems to compare; these are compared exactly. What hangs together is one cluster.
"""
