import net from 'node:net';
import { listen } from '../free-port.ts';

export type CuttingProxy = {
  url: string;
  /** The server's port. Set it before the first connection. */
  target: { port: number };
  /** How many times all connections were cut. */
  cuts: () => number;
  /** Cuts all connections whenever another `bytes` bytes have been uploaded, `times` times in total. */
  cutEvery(bytes: number, times: number): void;
  /** Pauses uploads after this many more bytes, until `release` is called. Resolves when they are paused. */
  holdAfter(bytes: number): Promise<void>;
  release(): void;
  /** Cuts all connections and rejects new ones, until called again with false. */
  setDown(down: boolean): void;
  close(): Promise<void>;
};

/** Opens a TCP proxy that cuts or pauses the connections to the server on request. */
export async function openCuttingProxy(): Promise<CuttingProxy> {
  const target = { port: 0 };
  const sockets = new Set<net.Socket>();
  const clients = new Set<net.Socket>();
  let cuts = 0;
  let sent = 0;
  let plan = { bytes: Number.POSITIVE_INFINITY, times: 0 };
  let down = false;
  let hold: { bytes: number; reached: () => void } | undefined;
  let held = false;

  function cutAll(): void {
    cuts += 1;
    for (const socket of sockets) socket.destroy();
  }

  function release(): void {
    held = false;
    for (const client of clients) client.resume();
  }

  function countOnHold(bytes: number): void {
    if (!hold) return;
    hold.bytes -= bytes;
    if (hold.bytes > 0) return;
    held = true;
    for (const client of clients) client.pause();
    hold.reached();
    hold = undefined;
  }

  const server = net.createServer((client) => {
    if (down) {
      client.destroy();
      return;
    }
    const upstream = net.connect(target.port, '127.0.0.1');
    clients.add(client);
    client.on('close', () => clients.delete(client));
    upstream.on('drain', () => {
      if (!held) client.resume();
    });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      // Broken connections are expected here.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (chunk) => {
      // Not `pipe`, which would resume an upload that is paused.
      if (!upstream.write(chunk)) client.pause();
      countOnHold(chunk.length);
      sent += chunk.length;
      if (plan.times === 0 || sent < plan.bytes) return;
      sent = 0;
      plan.times -= 1;
      cutAll();
    });
    client.on('end', () => upstream.end());
    upstream.pipe(client);
    if (held) client.pause();
  });
  const port = await listen(server);

  return {
    url: `http://localhost:${port}`,
    target,
    cuts: () => cuts,
    cutEvery(bytes, times) {
      sent = 0;
      plan = { bytes, times };
    },
    holdAfter(bytes) {
      return new Promise((reached) => {
        hold = { bytes, reached };
      });
    },
    release,
    setDown(value) {
      down = value;
      if (!down) return;
      cutAll();
      release();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
