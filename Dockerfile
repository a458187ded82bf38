# syntax=docker/dockerfile:1
# Foyer in one image. It runs the web process, the worker, and the commands of docs/operations.md.

FROM node:24.21.0-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY demo/package.json demo/
COPY payment-sandbox/package.json payment-sandbox/
COPY server/package.json server/
COPY web/package.json web/

# Builds the web. Everything that only the build needs stays in this stage.
FROM packages AS build
RUN npm ci --no-audit --no-fund
COPY contract contract
COPY web web
RUN npm run build --workspace web

# The packages that the server needs at run time.
FROM packages AS runtime-packages
RUN npm ci --no-audit --no-fund --omit=dev --workspace server --workspace payment-sandbox

FROM node:24.21.0-trixie-slim
# pg_dump and pg_restore, for backups. Their version must not be older than the database server's.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends postgresql-client-17 \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=runtime-packages /app/ ./
COPY contract/src contract/src
COPY payment-sandbox payment-sandbox
COPY server/src server/src
COPY --from=build /app/web/dist web/dist
RUN mkdir -p /data /backups && chown node:node /data /backups && chmod 700 /data /backups
ENV FOYER_ENV=production \
  DATA_DIR=/data \
  # Memory settings of the C library: without them it returns little free memory to the system.
  MALLOC_ARENA_MAX=1 \
  MALLOC_MMAP_THRESHOLD_=262144 \
  MALLOC_TRIM_THRESHOLD_=262144
USER node
VOLUME ["/data"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]
