import http from 'node:http';
import type net from 'node:net';

/** A proxy before several servers, which take turns. */
export type RoundRobin = {
  /** How many were sent to a second server, because the first did not take the connection. */
  passedOn: () => number;
  close(): Promise<void>;
};

/**
 * Spreads requests over several servers, as the load balancer of a real academy does. A request goes to the next server
 * only when the first refused the connection and so has seen nothing of it; whatever breaks later is 502, as nobody
 * can know what was done. A new connection each time: what is kept open could end just when the next request is sent.
 */
export async function openRoundRobin(port: number, servers: readonly number[]): Promise<RoundRobin> {
  let turn = 0;
  let passedOn = 0;

  const server = http.createServer((incoming, response) => {
    turn += 1;
    const order = servers.map((_, index) => servers[(turn + index) % servers.length] ?? 0);
    forward(incoming, response, order);
  });

  function forward(incoming: http.IncomingMessage, response: http.ServerResponse, order: number[]): void {
    const [next, ...others] = order;
    if (next === undefined) {
      response.writeHead(502).end('no server takes the connection');
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
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    outgoing.on('error', () => {
      if (!connected) {
        passedOn += 1;
        forward(incoming, response, others);
      } else if (response.headersSent) response.destroy();
      else response.writeHead(502).end('the server went away in the middle');
    });
    response.on('close', () => outgoing.destroy());
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    passedOn: () => passedOn,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
