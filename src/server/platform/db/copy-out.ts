import { finished } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { asDatabaseError } from './errors.ts';

/** How long a reader may take for a complete copy, and how long the transaction may be idle between two statements. */
const bounds = { statement: '15min', idle: '60s' };

/** A snapshot of the database that concurrent writes do not change. Close it to return its connection to the pool. */
export type Snapshot = {
  count(sql: string): Promise<number>;
  rows<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>;
  /** Reads the rows of a query in batches. Only one query can be read at a time. */
  batches<Row extends pg.QueryResultRow>(
    query: { sql: string; parameters: readonly unknown[] },
    size: number,
  ): AsyncGenerator<Row[]>;
  /** Streams the rows of `copy (…) to stdout`, at the reader's pace. */
  copy(sql: string): AsyncGenerator<Buffer>;
  close(): Promise<void>;
};

/**
 * Opens a snapshot on a separate connection, which is closed if the reader disconnects in the middle of a copy.
 * @param tables - locked before the snapshot is taken, so that their schema cannot change; their rows still can
 */
export async function openSnapshot(pool: pg.Pool, tables: readonly string[] = []): Promise<Snapshot> {
  const client = await pool.connect().catch((error: unknown) => {
    throw asDatabaseError(error);
  });
  let copying = false;
  let closed = false;

  async function close(): Promise<void> {
    if (closed) return;
    closed = true;
    if (copying) {
      client.release(true);
      return;
    }
    try {
      await client.query('commit');
      client.release();
    } catch {
      client.release(true);
    }
  }

  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(
      `set local statement_timeout = '${bounds.statement}'; set local idle_in_transaction_session_timeout = '${bounds.idle}'`,
    );
    if (tables.length > 0) {
      const names = tables.map((name) => `public.${pg.escapeIdentifier(name)}`).join(', ');
      await client.query(`lock table ${names} in access share mode`);
    }
  } catch (error) {
    closed = true;
    client.release(true);
    throw asDatabaseError(error);
  }

  return {
    async count(sql) {
      const { rows } = await client.query<{ count: number }>(sql);
      return rows[0]?.count ?? 0;
    },
    async rows<Row extends pg.QueryResultRow>(sql: string) {
      return (await client.query<Row>(sql)).rows;
    },
    async *batches<Row extends pg.QueryResultRow>(
      { sql, parameters }: { sql: string; parameters: readonly unknown[] },
      size: number,
    ) {
      // A reader that stopped early left its cursor open.
      await client.query('close all');
      await client.query(`declare batches no scroll cursor for ${sql}`, [...parameters]);
      let rows: Row[];
      do {
        ({ rows } = await client.query<Row>(`fetch ${size} from batches`));
        if (rows.length > 0) yield rows;
      } while (rows.length === size);
    },
    async *copy(sql) {
      copying = true;
      const stream = client.query(copyTo(sql));
      // The generator passes the error to its reader; without this handler it would also end the process.
      const ended = finished(stream).catch(() => undefined);
      for await (const chunk of stream) {
        const rows: Buffer = chunk;
        yield rows;
      }
      await ended;
      copying = false;
    },
    close,
  };
}
