import net from 'node:net';

export type CuttingProxy = {
  url: string;
  /** Where connections go; set it before the first one comes. */
  target: { port: number };
  /** How often all connections were cut. */
  cuts: () => number;
  /** Cuts every connection each time so many more bytes have gone up, this often. */
  cutEvery(bytes: number, times: number): void;
  /** Refuses every connection until called again with false. */
  setDown(down: boolean): void;
  close(): Promise<void>;
};

/** A line to the server that breaks: forwards TCP and destroys its sockets when told. */
export async function openCuttingProxy(): Promise<CuttingProxy> {
  const target = { port: 0 };
  const sockets = new Set<net.Socket>();
  let cuts = 0;
  let sent = 0;
  let plan = { bytes: Number.POSITIVE_INFINITY, times: 0 };
  let down = false;

  function cutAll(): void {
    cuts += 1;
    for (const socket of sockets) socket.destroy();
  }

  const server = net.createServer((client) => {
    if (down) {
      client.destroy();
      return;
    }
    const upstream = net.connect(target.port, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      // A broken line is what this is for.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (chunk) => {
      sent += chunk.length;
      if (plan.times === 0 || sent < plan.bytes) return;
      sent = 0;
      plan.times -= 1;
      cutAll();
    });
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no port');

  return {
    url: `http://localhost:${address.port}`,
    target,
    cuts: () => cuts,
    cutEvery(bytes, times) {
      sent = 0;
      plan = { bytes, times };
    },
    setDown(value) {
      down = value;
      if (down) cutAll();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
