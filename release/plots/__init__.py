"""Plots as SVG inside an HTML page."""
