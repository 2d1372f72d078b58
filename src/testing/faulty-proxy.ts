import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from './free-port.ts';

/**
 * `down` rejects and cuts connections. `mute` forwards nothing and leaves connections open, like a network that drops
 * packets. `delayMs` delays each chunk.
 */
type ProxyState = 'open' | 'down' | 'mute' | { delayMs: number };

export type FaultyProxy = {
  port: number;
  set(state: ProxyState): void;
  close(): Promise<void>;
};

/**
 * Opens a TCP proxy in front of a service. The proxy forwards the bytes unchanged until a failure is requested.
 * @param target - a port on this machine, or a function that connects to the service
 */
export async function openFaultyProxy(target: number | (() => net.Socket)): Promise<FaultyProxy> {
  let state: ProxyState = 'open';
  const sockets = new Set<net.Socket>();

  const server = net.createServer((client) => {
    if (state === 'down') {
      client.destroy();
      return;
    }
    const upstream = typeof target === 'number' ? net.connect(target, '127.0.0.1') : target();
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      carry(from, to).catch(() => to.destroy());
    }
  });

  async function carry(from: net.Socket, to: net.Socket): Promise<void> {
    for await (const chunk of from.iterator({ destroyOnReturn: false })) {
      if (typeof state === 'object') await sleep(state.delayMs);
      while (state === 'mute' && !to.destroyed) await sleep(50);
      if (to.destroyed) return;
      if (!to.write(chunk)) await drained(to);
    }
    to.end();
  }

  const port = await listen(server);

  return {
    port,
    set(next) {
      state = next;
      if (next === 'down') for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function drained(socket: net.Socket): Promise<void> {
  await new Promise<void>((resolve) => {
    socket.once('drain', resolve);
    socket.once('close', () => resolve());
  });
}
