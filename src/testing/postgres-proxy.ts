import net from 'node:net';
import type { Connection } from '../server/platform/db/database.ts';
import { type FaultyProxy, openFaultyProxy } from './faulty-proxy.ts';

/** Opens a proxy to Postgres that can simulate failures. `through` is the connection through the proxy. */
export async function openPostgresProxy(
  connection: Connection,
): Promise<FaultyProxy & { through: Connection }> {
  const proxy = await openFaultyProxy(() => connectTo(connection));
  const through: Connection =
    'url' in connection
      ? {
          url: connection.url
            .replace(/\/\/(.*@)?[^/]*/, `//$1127.0.0.1:${proxy.port}`)
            .replace(/\?host=.*$/, ''),
        }
      : { ...connection, host: '127.0.0.1', port: proxy.port };
  return { ...proxy, through };
}

function connectTo(connection: Connection): net.Socket {
  if (!('url' in connection)) return net.connect(`${connection.host}/.s.PGSQL.${connection.port}`);
  const { hostname, port, searchParams } = new URL(connection.url);
  const socketDir = searchParams.get('host');
  return socketDir
    ? net.connect(`${socketDir}/.s.PGSQL.${port || 5432}`)
    : net.connect(Number(port || 5432), hostname);
}
