"""The Content-Security-Policy stands on every answer, also on those that no view gave."""

import pytest

HEADER = "Content-Security-Policy"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "extra", "status"),
    [
        ("/nobody/", {}, 404),
        ("/", {"HTTP_HOST": "elsewhere.example"}, 400),
        ("/calculator", {}, 301),
    ],
    ids=["not found", "a host that is not ours", "the missing slash"],
)
def test_answers_of_the_middleware_carry_the_policy(client, path, extra, status):
    answer = client.get(path, **extra)
    assert answer.status_code == status
    assert "default-src 'none'" in answer[HEADER]


def test_the_redirect_to_https_carries_the_policy(client, settings):
    settings.SECURE_SSL_REDIRECT = True
    answer = client.get("/")
    assert answer.status_code == 301
    assert "default-src 'none'" in answer[HEADER]
