"""The page that sets a user's model beside the models of a release."""
