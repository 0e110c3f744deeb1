"""The API of facts: clubs and people for reading, results and periods for writing."""
