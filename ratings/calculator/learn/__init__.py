"""The pages that explain ratings, and three small exercises on the board."""
