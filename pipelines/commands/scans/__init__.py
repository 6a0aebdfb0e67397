"""What `versebench scan` shows beside sounds, stress and the scheme of lines."""
