import net from 'node:net';
import type { Connection } from '../server/platform/db/database.ts';
import { type FaultyLine, openFaultyLine } from './faulty-line.ts';

/** A faulty line to Postgres. `through` is the connection that leads over it. */
export async function openPostgresLine(
  connection: Connection,
): Promise<FaultyLine & { through: Connection }> {
  const line = await openFaultyLine(() => connectTo(connection));
  const through: Connection =
    'url' in connection
      ? {
          url: connection.url
            .replace(/\/\/(.*@)?[^/]*/, `//$1127.0.0.1:${line.port}`)
            .replace(/\?host=.*$/, ''),
        }
      : { ...connection, host: '127.0.0.1', port: line.port };
  return { ...line, through };
}

function connectTo(connection: Connection): net.Socket {
  if (!('url' in connection)) return net.connect(`${connection.host}/.s.PGSQL.${connection.port}`);
  const { hostname, port, searchParams } = new URL(connection.url);
  const socketDir = searchParams.get('host');
  return socketDir
    ? net.connect(`${socketDir}/.s.PGSQL.${port || 5432}`)
    : net.connect(Number(port || 5432), hostname);
}
