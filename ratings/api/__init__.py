"""The API of consequences: boards, lists, histories, explanations, calculators. Reads only."""
