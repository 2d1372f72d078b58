import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { Connection } from '../server/db/database.ts';

export type ClonedDatabase = { connection: Connection; drop(): Promise<void> };

/** A migrated, empty database of this test file's own; dropped by `drop`. */
export async function cloneDatabase(): Promise<ClonedDatabase> {
  const server = inject('postgres');
  const templateName = inject('templateName');
  const name = `${templateName.replace('template', 'test')}_${randomBytes(4).toString('hex')}`;
  await onServer(server, `create database ${name} template ${templateName}`);
  const connection: Connection =
    'url' in server ? { url: withPath(server.url, name) } : { ...server, database: name };
  return { connection, drop: () => onServer(server, `drop database if exists ${name} with (force)`) };
}

function withPath(address: string, database: string): string {
  const url = new URL(address);
  url.pathname = `/${database}`;
  return url.toString();
}

async function onServer(connection: Connection, statement: string): Promise<void> {
  const client = new pg.Client('url' in connection ? { connectionString: connection.url } : connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
