"""What every look through a browser uses: its complaints fail the test; a browser without scripts."""

import pytest


@pytest.fixture
def heard(page):
    """Everything that a browser complains about: a page with a complaint fails its test."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("response", lambda answer: said.append(f"{answer.status} {answer.url}") if answer.status >= 500 else None)
    yield said
    assert said == []


@pytest.fixture
def still(browser):
    """A page in a browser without scripts."""
    context = browser.new_context(java_script_enabled=False)
    yield context.new_page()
    context.close()
