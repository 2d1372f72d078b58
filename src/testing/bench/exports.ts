import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { to as copyTo } from 'pg-copy-streams';
import { exportStatements } from '../../server/admin/user-exports.queries.ts';
import { type Connection, openDatabase } from '../../server/platform/db/database.ts';
import { residentMegabytes } from '../resident-memory.ts';
import { onServer } from '../test-postgres.ts';
import { inTurns, sendLoad } from './load.ts';
import type { Row } from './report.ts';

type Exporting = { url: string; pid: number; cookie: string; connection: Connection };

async function drain(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of chunks) bytes += chunk.length;
  return bytes;
}

async function exportCsv({ url, cookie }: Exporting): Promise<number> {
  const response = await fetch(`${url}/api/admin/export-users-csv`, { headers: { cookie } });
  if (!response.ok || !response.body) throw new Error(`the export returned ${response.status}`);
  return drain(response.body);
}

async function copyBare({ connection }: Exporting): Promise<number> {
  const database = openDatabase(connection, () => undefined);
  const { usersCsv } = exportStatements(database.db, new Date());
  await database.close();
  return onServer(connection, (client) => drain(client.query(copyTo(usersCsv))));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/**
 * Measures how long the CSV export of all users takes, compared with a bare `copy` of the same rows. Also measures the
 * memory that the export uses, and the latency of other requests during the export.
 */
export async function measureExports(exporting: Exporting, rounds: number): Promise<Row[]> {
  const idleMemory = residentMegabytes(exporting.pid);
  const idle = await sendLoad({ url: `${exporting.url}/api/products`, connections: 4, rate: 100 }, 4);
  let peak = idleMemory;
  let busy = true;
  const watch = (async () => {
    while (busy) {
      const now = residentMegabytes(exporting.pid);
      if (now !== undefined && (peak === undefined || now > peak)) peak = now;
      await sleep(20);
    }
  })();
  await exportCsv(exporting);
  const seen = await inTurns(rounds, {
    academy: () => timed(() => exportCsv(exporting)),
    bare: () => timed(() => copyBare(exporting)),
  });
  busy = false;
  await watch;
  let finished = false;
  const meanwhile = (async () => {
    while (!finished) await exportCsv(exporting);
  })();
  const others = await sendLoad({ url: `${exporting.url}/api/products`, connections: 4, rate: 100 }, 4);
  finished = true;
  await meanwhile;
  const users = await countUsers(exporting.connection);
  const rows: Row[] = [
    {
      path: `CSV of ${users.toLocaleString('en')} users`,
      reference: '`copy … to stdout` of the same rows',
      academy: `${(seen.academy / 1000).toFixed(2)} s`,
      bare: `${(seen.bare / 1000).toFixed(2)} s`,
      ratio: seen.academy / seen.bare,
      target: { atMost: 1.3 },
    },
    {
      path: 'Other requests during the export, p99',
      reference: 'the same when idle',
      academy: `${others.p99.toFixed(1)} ms`,
      bare: `${idle.p99.toFixed(1)} ms`,
      ratio: others.p99 / idle.p99,
      target: { atMost: 5 },
    },
  ];
  if (peak !== undefined && idleMemory !== undefined) {
    rows.push({
      path: 'Memory above idle at the peak of the export',
      reference: 'at most 100 MB',
      academy: `${Math.round(peak - idleMemory)} MB`,
      bare: '100 MB',
      ratio: (peak - idleMemory) / 100,
      target: { atMost: 1 },
    });
  }
  return rows;
}

async function countUsers(connection: Connection): Promise<number> {
  const database = openDatabase(connection, () => undefined, { statementTimeoutMs: 0 });
  const { rows } = await sql<{ users: number }>`select count(*)::int as users from users`.execute(
    database.db,
  );
  await database.close();
  return rows[0]?.users ?? 0;
}
