# Magic Mirror in a container: docker compose up -d (see compose.yaml and docs/operators.md).
FROM python:3.11-slim AS build
WORKDIR /source
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY bot bot
COPY cogs cogs
COPY migrations migrations
RUN python -m venv /opt/mirror && /opt/mirror/bin/pip install --no-cache-dir -q -c constraints.txt '.[metrics,postgres]'

FROM python:3.11-slim
COPY --from=build /opt/mirror /opt/mirror
# Pictures write Arabic, Hebrew, Hindi and Thai names with it: Pillow brings the other libraries along.
RUN apt-get update -q && apt-get install -q -y --no-install-recommends libfribidi0 && rm -rf /var/lib/apt/lists/*
# Whoever runs the bot is nobody else, and owns nothing but its data.
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin mirror \
    && install -d -o mirror -g mirror -m 700 /data
USER 10001
# Everything that has to outlive the container; the rest of its files may be read-only.
VOLUME /data
WORKDIR /data
ENV PATH=/opt/mirror/bin:$PATH PYTHONUNBUFFERED=1 MAGIC_MIRROR_HEALTH=9464
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:9464/live', timeout=4)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["magic-mirror"]
CMD ["run"]
