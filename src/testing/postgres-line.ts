import net from 'node:net';
import type { Connection } from '../server/platform/db/database.ts';

/**
 * A TCP proxy to Postgres that can stop forwarding without closing its connections, like a network that drops
 * packets.
 */
export async function openMuteableLine(connection: Connection) {
  const upstreamOf = () => {
    if (!('url' in connection)) return net.connect(`${connection.host}/.s.PGSQL.${connection.port}`);
    const { hostname, port, searchParams } = new URL(connection.url);
    const socketDir = searchParams.get('host');
    return socketDir
      ? net.connect(`${socketDir}/.s.PGSQL.${port || 5432}`)
      : net.connect(Number(port || 5432), hostname);
  };
  const lines = new Set<[net.Socket, net.Socket]>();
  let isMute = false;
  const server = net.createServer((client) => {
    const upstream = upstreamOf();
    const line: [net.Socket, net.Socket] = [client, upstream];
    lines.add(line);
    for (const [one, other] of [line, line.toReversed()] as [net.Socket, net.Socket][]) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
      one.pipe(other);
      if (isMute) one.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const through: Connection =
    'url' in connection
      ? { url: connection.url.replace(/\/\/(.*@)?[^/]*/, `//$1127.0.0.1:${port}`).replace(/\?host=.*$/, '') }
      : { ...connection, host: '127.0.0.1', port };
  return {
    through,
    setMute(mute: boolean) {
      isMute = mute;
      for (const line of lines) {
        for (const socket of line) {
          if (mute) socket.pause();
          else socket.resume();
        }
      }
    },
    close() {
      for (const line of lines) for (const socket of line) socket.destroy();
      server.close();
    },
  };
}
