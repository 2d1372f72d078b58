import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { Metrics } from './metrics.ts';

export type MetricsAddress = { port: number; host: string; token: string | undefined };
export type MetricsServer = { port: number; close(): Promise<void> };

/**
 * `GET /metrics` on a separate port, so that the academy's proxy does not expose it and load shedding does not block
 * it. The configuration allows a host other than localhost only with a token.
 */
export async function openMetricsServer(
  { port, host, token }: MetricsAddress,
  metrics: Metrics,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<MetricsServer> {
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('cache-control', 'no-store');
    if (token !== undefined && !isBearer(request.headers.authorization, token)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
      return;
    }
    if (request.url !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404).end();
      return;
    }
    const { contentType, text } = await metrics.read();
    response
      .writeHead(200, { 'content-type': contentType })
      .end(request.method === 'HEAD' ? undefined : text);
  }

  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    respond(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'the metrics could not be read');
      response.destroy();
    });
  });
  server.maxConnections = 20;
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function isBearer(header: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
}
