"""Poems that are nearly the same: finding them, and checking that a split keeps them together.

Two poems are near-duplicates if the Jaccard similarity of their pairs of neighbouring words reaches a threshold.
MinHash with banding finds the poems to compare; these are compared exactly. Poems connected by near-duplicates form a
cluster.
"""
