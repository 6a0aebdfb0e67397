"""What the stages are made of: pure functions, and the PTransforms around them."""
