"""Files that are too large are not stored: what comes over the limit is read away and forgotten."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.files.uploadhandler import FileUploadHandler, SkipFile
from django.http import HttpRequest


class LimitedUpload(FileUploadHandler):
    """First of the handlers: counts what passes, and skips the file where it is over ``ARPAD_UPLOAD_LIMIT``."""

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self._passed = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        self._passed += len(raw_data)
        if self._passed > settings.ARPAD_UPLOAD_LIMIT:
            if self.request is not None:
                self.request.META[_FLAG] = self.file_name or ""
            raise SkipFile
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None


_FLAG = "arpad.upload_too_large"


def too_large(request: HttpRequest) -> str | None:
    """The name of a file of this request that was over the limit."""
    name = request.META.get(_FLAG)
    return None if name is None else str(name)
