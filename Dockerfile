# Arpad for production: `docker build -t arpad .`; compose.yaml runs it with a worker and PostgreSQL.
# .ci/run and tests/test_container.py go through the same steps without Docker.

FROM python:3.11-slim AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/venv
WORKDIR /opt/arpad
COPY requirements.txt .
RUN /opt/venv/bin/pip install --quiet --requirement requirements.txt
COPY . .
# Any key will do here: it signs nothing, and the image keeps none.
RUN SECRET_KEY=only-to-collect-static-files /opt/venv/bin/python manage.py collectstatic --noinput --verbosity 0
RUN /opt/venv/bin/python -m compileall -q config league ratings

FROM python:3.11-slim
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin arpad \
    && install --directory --owner arpad /data
COPY --from=build /opt/venv /opt/venv
COPY --from=build /opt/arpad /opt/arpad
WORKDIR /opt/arpad
ENV PATH=/opt/venv/bin:$PATH PYTHONUNBUFFERED=1 DATABASE_URL=sqlite:////data/arpad.sqlite3 \
    GUNICORN_CMD_ARGS="--bind=0.0.0.0:8000 --threads=4 --max-requests=2000 --max-requests-jitter=200 --access-logfile=- --worker-tmp-dir=/dev/shm"
VOLUME /data
EXPOSE 8000
USER 10001
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["gunicorn", "config.wsgi"]
