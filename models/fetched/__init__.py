"""Published models that are not shipped: fetched from a package registry, checked, and converted once."""
