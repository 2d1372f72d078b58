import type { Connection } from '../server/platform/db/database.ts';

/** The URL of a database for another process, which reads only `DATABASE_URL`. */
export function databaseUrlOf(connection: Connection): string {
  if ('url' in connection) return connection.url;
  const { user, password, host, port, database } = connection;
  const account = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return `postgres://${account}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** A connection to another database of the same server. */
export function withDatabase(connection: Connection, database: string): Connection {
  if (!('url' in connection)) return { ...connection, database };
  const url = new URL(connection.url);
  url.pathname = `/${database}`;
  return { url: url.toString() };
}
