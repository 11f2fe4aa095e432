"""The page of `magic-mirror try`."""
