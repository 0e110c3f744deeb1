"""What axe looks for: accessibility to level AA, and good practice."""

# No rule of these reads the style sheets, which axe would load a second time; of what passes nothing is told.
STRICT = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
    "preload": False,
}
