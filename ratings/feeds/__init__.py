"""What other programs follow: Atom feeds, the map for search engines, what they may look at."""
