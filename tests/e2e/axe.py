"""What axe looks for: accessibility to level AA, and good practice."""

STRICT = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
