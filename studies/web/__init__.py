"""The pages that judges see: plain forms, which work without JavaScript."""
