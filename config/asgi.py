"""The ASGI entry point."""

import os
from importlib import import_module

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_asgi_application()
import_module("config.urls")  # every page now, not during the first request
