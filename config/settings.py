"""Settings, all from the environment (``.env.example`` names them)."""

from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="")
if not SECRET_KEY:
    if not DEBUG:
        raise ImproperlyConfigured(
            "SECRET_KEY is not set. Give the environment or .env one (.env.example tells how to make it), "
            "or set DEBUG=1 to try Arpad on your own machine."
        )
    SECRET_KEY = "only-for-debug-" + "0" * 50
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    # its pages are loaded with the addresses (config/urls.py): commands and the worker start in half the time
    "config.admin_site.AdminPages",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_tables2",
    "django_bootstrap5",
    "csp",
    "axes",
    "league",
    "ratings",
]

MIDDLEWARE = [
    "csp.middleware.CSPMiddleware",  # outermost: answers of the ones below carry the policy too
    "config.health.health",  # before the host is looked at: a probe knows neither the host's name nor https
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "league.language.AccountLanguage",
    "league.audience.audience",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "league.api.frame.frame",  # inside of whatever says who reads: answers of the API are for strangers or for a token
    "axes.middleware.AxesMiddleware",  # last: it turns a failed sign-in that was one too many into its own page
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

DATABASES = {"default": env.db_url("DATABASE_URL", default=f"sqlite:///{BASE_DIR / 'arpad.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # No mmap_size: with SQLite before 3.51.3 it can make a torn WAL permanent.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-20000;",
    }
else:
    DATABASES["default"]["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", default=600)
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # Compiling a query takes longer than any of ours runs. PgBouncer needs ignore_startup_parameters = options.
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("options", "-c jit=off")

# Counts of requests and kept boards. locmemcache:// is each process's own; one for all: filecache:///path, dbcache://table
CACHES = {"default": env.cache_url("CACHE_URL", default="locmemcache://")}

AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "league.sign_in.Accounts"]
LOGIN_URL = "league:login"
LOGIN_REDIRECT_URL = "/"
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60  # seconds a link of a mail holds
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# Failed sign-ins are counted in the database, so that all processes know of all of them.
AXES_HANDLER = "league.sign_in.Counter"
AXES_FAILURE_LIMIT = env.int("SIGN_IN_FAILURES", default=5)
AXES_COOLOFF_TIME = env.int("SIGN_IN_PAUSE", default=15) / 60  # axes counts hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # the time that is said is the time it takes
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True  # who signed in when is nobody's business
AXES_VERBOSE = False
AXES_LOCKOUT_CALLABLE = "league.sign_in.paused"
AXES_USERNAME_CALLABLE = "league.sign_in.name_tried"
AXES_CLIENT_IP_CALLABLE = "league.sign_in.sender"

# consolemail:// writes mails to standard output; smtp://user:password@host:587 or smtp+tls:// sends them.
vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("MAIL_FROM", default="arpad@localhost")
EMAIL_TIMEOUT = 20

LANGUAGE_CODE = env.str("LANGUAGE_CODE", default="en")
LANGUAGES = [("en", _("English")), ("ru", _("Russian")), ("pl", _("Polish"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
FORMAT_MODULE_PATH = ["config.formats"]
TIME_ZONE = env.str("TIME_ZONE", default="UTC")

STATIC_URL = "static/"
STATIC_ROOT = env.str("STATIC_ROOT", default=str(BASE_DIR / "staticfiles"))
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

LOG_LEVEL = env.str("LOG_LEVEL", default="INFO")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {"django": {"handlers": [], "level": LOG_LEVEL}, "axes": {"level": "WARNING"}},
}

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DJANGO_TABLES2_TEMPLATE = "includes/table.html"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [SELF],
        "frame-ancestors": [NONE],
        "manifest-src": [SELF],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"

BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
SESSION_COOKIE_AGE = env.int("SESSION_DAYS", default=14) * 24 * 60 * 60
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"

if not DEBUG:
    SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
    SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=31536000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("SECURE_HSTS_INCLUDE_SUBDOMAINS", default=True)
    SECURE_HSTS_PRELOAD = env.bool("SECURE_HSTS_PRELOAD", default=True)
    SESSION_COOKIE_SECURE = env.bool("SESSION_COOKIE_SECURE", default=True)
    CSRF_COOKIE_SECURE = env.bool("CSRF_COOKIE_SECURE", default=True)
    if BEHIND_PROXY:
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# A replay of more games than this is left to `manage.py work` when a worker is alive.
ARPAD_LONG_REPLAY = env.int("ARPAD_LONG_REPLAY", default=20_000)
# On PostgreSQL a league of this many games gets a table of its own for its log when it is next rated as a whole.
ARPAD_OWN_TABLE_GAMES = env.int("ARPAD_OWN_TABLE_GAMES", default=100_000)
# An import on a page leaves the rating of more games than this to the worker, and shows how far it is.
ARPAD_LONG_IMPORT = env.int("ARPAD_LONG_IMPORT", default=2_000)
ARPAD_UPLOAD_LIMIT = env.int("ARPAD_UPLOAD_LIMIT", default=20 * 1024 * 1024)
ARPAD_PAGE_ROWS = env.int("ARPAD_PAGE_ROWS", default=20_000)
ARPAD_DRAFT_DAYS = env.int("ARPAD_DRAFT_DAYS", default=14)
ARPAD_API_READS = env.int("ARPAD_API_READS", default=300)
ARPAD_API_WRITES = env.int("ARPAD_API_WRITES", default=60)
ARPAD_API_KEY_HOURS = env.int("ARPAD_API_KEY_HOURS", default=48)
DATA_UPLOAD_MAX_MEMORY_SIZE = ARPAD_UPLOAD_LIMIT
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000  # 200 boards of the entry grid, a double round robin of 30 players
FILE_UPLOAD_HANDLERS = [
    "league.views.desk.uploads.LimitedUpload",  # first: what is over the limit is never stored
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]
