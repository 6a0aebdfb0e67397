"""The page that sets a model beside those of a release."""
