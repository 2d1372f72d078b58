import pg from 'pg';
import { openSnapshot, type Snapshot } from '../../platform/db/copy-out.ts';
import { schedules } from '../../platform/jobs/jobs.ts';
import { sealedColumns } from '../sealed-columns.ts';
import { BackupError, type Manifest, type SequenceValue, type TablePart } from './manifest.ts';
import { toLines, writePart } from './packed-part.ts';
import { type TableShape, tableShapesSql } from './table-shapes.ts';

type DatabaseParts = Pick<Manifest, 'postgres' | 'migrations' | 'keyIds' | 'tables' | 'sequences' | 'jobs'>;

/**
 * Writes every table with Postgres's `copy`, from one snapshot, while servers keep running. Of the job queue, only
 * unfinished jobs that no schedule starts are written.
 * @throws BackupError if there are no tables, or a migration is running
 */
export async function writeDatabase(pool: pg.Pool, folder: string): Promise<DatabaseParts> {
  const { rows: before } = await pool.query<TableShape>(tableShapesSql);
  if (before.length === 0) throw new BackupError('There is nothing to back up: this database has no tables.');
  // Locks the tables before it takes the snapshot, so that no migration changes them in between.
  const snapshot = await openSnapshot(
    pool,
    before.map(({ name }) => name),
  );
  try {
    const tables = await snapshot.rows<TableShape>(tableShapesSql);
    if (JSON.stringify(tables) !== JSON.stringify(before)) {
      throw new BackupError('The database is being migrated. Run the backup again when that is done.');
    }
    const migrations = await snapshot.rows<{ name: string }>(
      'select name from kysely_migration order by name',
    );
    const version = await snapshot.rows<{ version: string }>(
      "select current_setting('server_version') as version",
    );
    const parts: TablePart[] = [];
    for (const table of tables) parts.push(await writeTable(snapshot, folder, table));
    return {
      postgres: version[0]?.version ?? 'unknown',
      migrations: migrations.map(({ name }) => name),
      keyIds: await findKeyIds(snapshot),
      tables: parts,
      sequences: await findSequences(snapshot),
      jobs: await writeJobs(snapshot, folder),
    };
  } finally {
    await snapshot.close();
  }
}

const lineFeed = 10;

async function writeTable(
  snapshot: Snapshot,
  folder: string,
  { name, columns }: TableShape,
): Promise<TablePart> {
  let rows = 0;
  async function* counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      // Line feeds within a value are escaped, so each line feed of the output ends a row.
      for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, at + 1)) rows += 1;
      yield chunk;
    }
  }
  const part = await writePart(folder, `${name}.copy.gz`, counted(snapshot.copy(copyOut({ name, columns }))));
  return { name, columns, rows, ...part };
}

function copyOut({ name, columns }: TableShape): string {
  return `copy public.${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(', ')}) to stdout`;
}

async function findSequences(snapshot: Snapshot): Promise<SequenceValue[]> {
  const names = await snapshot.rows<{ name: string }>(
    "select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by relname",
  );
  const values: SequenceValue[] = [];
  for (const { name } of names) {
    const [state] = await snapshot.rows<Omit<SequenceValue, 'name'>>(
      `select last_value as value, is_called as "isCalled" from public.${pg.escapeIdentifier(name)}`,
    );
    if (state) values.push({ name, ...state });
  }
  return values;
}

/** The ids of the keys that encrypted the sealed values. Each value names its key: `s1.{id}.…`. */
async function findKeyIds(snapshot: Snapshot): Promise<string[]> {
  const ids = new Set<string>();
  for (const { table, column } of sealedColumns) {
    const name = pg.escapeIdentifier(column);
    const rows = await snapshot.rows<{ id: string }>(
      `select distinct split_part(${name}, '.', 2) as id from public.${pg.escapeIdentifier(table)} where ${name} is not null`,
    );
    for (const { id } of rows) ids.add(id);
  }
  return [...ids].toSorted();
}

/** Writes unfinished jobs, except those that a schedule starts: the schedule will start them again. */
async function writeJobs(snapshot: Snapshot, folder: string): Promise<Manifest['jobs']> {
  const [queue] = await snapshot.rows<{ exists: boolean }>(
    "select to_regclass('pgboss.job') is not null as exists",
  );
  const scheduledJobs = Object.keys(schedules).map(pg.escapeLiteral).join(', ');
  const jobs = queue?.exists
    ? await snapshot.rows(
        `select name, data, start_after as "startAfter" from pgboss.job
         where state in ('created', 'retry', 'active') and name not in (${scheduledJobs}) and name not like '\\_\\_%'
         order by created_on, id`,
      )
    : [];
  return { count: jobs.length, ...(await writePart(folder, 'jobs.jsonl.gz', toLines(jobs))) };
}
