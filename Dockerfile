# `codemode serve` in a container: docker build -t codemode . (docs/server.md says how to run it)
FROM python:3.12-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE NOTICE ./
COPY codemode codemode
RUN python -m venv /opt/codemode && /opt/codemode/bin/pip install --no-cache-dir ".[server]"

FROM python:3.12-slim
COPY --from=build /opt/codemode /opt/codemode
RUN useradd --system --create-home --home-dir /var/lib/codemode codemode
USER codemode
WORKDIR /var/lib/codemode
VOLUME /var/lib/codemode
ENV PATH="/opt/codemode/bin:$PATH"
EXPOSE 8420
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=20s CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8420/readyz', timeout=3)"]
# it refuses to be reached from other machines without --tokens
ENTRYPOINT ["codemode", "serve", "--host", "0.0.0.0", "--store", "sqlite:////var/lib/codemode/runs.db"]
