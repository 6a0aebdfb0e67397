"""The web application that asks judges about the items of a release, and exports what they answer."""
