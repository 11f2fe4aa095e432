"""What the strong player would have done, for whoever plays alone among computers."""
