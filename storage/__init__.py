"""Datasets on disk and in object stores: shards, commits and manifests."""
