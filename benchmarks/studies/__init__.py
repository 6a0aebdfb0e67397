"""Load and size of studies that are served."""
