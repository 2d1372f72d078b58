import http from 'node:http';
import type net from 'node:net';

export type RoundRobin = {
  /** The number of connections that a server did not accept. */
  refused: () => number;
  close(): Promise<void>;
};

/**
 * Opens a proxy that distributes requests over several servers in turn, like a load balancer in production. If a server
 * rejects the connection, the request is sent to the next one. If the connection fails later, the proxy responds with
 * 502, because the server may have processed the request. Each request uses a new connection, because a
 * server could close an idle one while the next request is sent.
 */
export async function openRoundRobin(port: number, servers: readonly number[]): Promise<RoundRobin> {
  let turn = 0;
  let refused = 0;

  const server = http.createServer((incoming, response) => {
    turn += 1;
    const order = servers.map((_, index) => servers[(turn + index) % servers.length] ?? 0);
    forward(incoming, response, order);
  });

  function forward(incoming: http.IncomingMessage, response: http.ServerResponse, order: number[]): void {
    const [next, ...others] = order;
    if (next === undefined) {
      response.writeHead(502).end('no server accepts the connection');
      return;
    }
    let connected = false;
    const outgoing = http.request({
      host: '127.0.0.1',
      port: next,
      method: incoming.method,
      path: incoming.url,
      headers: { ...incoming.headers, connection: 'close' },
      agent: false,
    });
    outgoing.on('socket', (socket: net.Socket) => {
      socket.once('connect', () => {
        connected = true;
        incoming.pipe(outgoing);
      });
    });
    outgoing.on('response', (upstreamResponse) => {
      response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
      upstreamResponse.pipe(response);
      upstreamResponse.on('error', () => response.destroy());
    });
    outgoing.on('error', () => {
      if (!connected) {
        refused += 1;
        forward(incoming, response, others);
      } else if (response.headersSent) response.destroy();
      else response.writeHead(502).end('the server closed the connection');
    });
    response.on('close', () => outgoing.destroy());
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    refused: () => refused,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
