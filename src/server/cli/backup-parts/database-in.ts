import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BackupError, type Manifest, type TablePart } from './manifest.ts';
import { openPart } from './packed-part.ts';
import { type TableShape, tableShapesSql } from './table-shapes.ts';

/**
 * Whether no server has used this database. Every server stores an encrypted hash key in `sealed_secrets` when it first
 * starts; migrations and an interrupted restore do not.
 */
export async function isUnused(client: Pick<pg.PoolClient, 'query'>): Promise<boolean> {
  const { rows: tables } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  if (tables.length === 0) return true;
  const names = new Set(tables.map(({ name }) => name));
  // Kysely creates its own tables first. If there are no other tables, a restore or a first start was killed
  // right after that.
  if ([...names].every((name) => name.startsWith('kysely_migration'))) return true;
  if (!names.has('sealed_secrets') || !names.has('users')) return false;
  const { rows } = await client.query<{ used: boolean }>(
    'select exists (select from sealed_secrets) or exists (select from users) as used',
  );
  return rows[0]?.used === false;
}

export const notEmptyMessage =
  'The database is not empty. A backup is restored only into an empty database: create one and point DATABASE_URL at it, ' +
  'or, with the embedded Postgres, set DATA_DIR to a new folder.';

/**
 * Loads every table into the migrated schema in one transaction. Foreign keys are dropped before and re-created after
 * the load; re-creating them checks each row. Even on managed Postgres, this needs no more privileges than migrations
 * do.
 * @throws BackupError if the tables differ from those of the backup, if a table does not get as many rows as the
 * manifest states, or if the database is in use
 */
export async function loadDatabase(
  pool: pg.Pool,
  folder: string,
  manifest: Pick<Manifest, 'tables' | 'sequences' | 'takenAt'>,
  /** Called before the transaction commits. */
  addJobs: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      'set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    );
    const tables = manifest.tables.map(({ name }) => quoted(name)).join(', ');
    await client.query(`lock table ${tables} in access exclusive mode`);
    if (!(await isUnused(client))) throw new BackupError(notEmptyMessage);
    await assertSameTables(client, manifest.tables);

    const foreignKeys = await dropForeignKeys(client);
    for (const { name } of manifest.tables)
      await client.query(`alter table ${quoted(name)} disable trigger user`);
    // Rows that migrations insert are in the backup as well.
    await client.query(`truncate ${tables}`);
    for (const table of manifest.tables) await loadTable(client, folder, table);
    for (const { name, value, isCalled } of manifest.sequences) {
      await client.query('select setval($1::regclass, $2, $3)', [quoted(name), value, isCalled]);
    }
    for (const { name } of manifest.tables)
      await client.query(`alter table ${quoted(name)} enable trigger user`);
    for (const { table, name, definition } of foreignKeys) {
      await client.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`);
    }
    await rereadPaymentsSince(client, new Date(manifest.takenAt));
    await addJobs(client);
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Stripe's clock and ours may differ. */
const clockMarginMs = 60 * 60_000;

/**
 * Makes the server read Stripe's events and payment pages again, starting with those of the hour before the backup.
 * Nothing is sold until the payment pages have been read.
 */
async function rereadPaymentsSince(client: pg.PoolClient, takenAt: Date): Promise<void> {
  await client.query(
    `insert into stripe_event_pulls (name, seen_until) values ('events', $1), ('restore', $1)
     on conflict (name) do update set seen_until = least(stripe_event_pulls.seen_until, excluded.seen_until)`,
    [new Date(takenAt.getTime() - clockMarginMs)],
  );
}

function quoted(name: string): string {
  return `public.${pg.escapeIdentifier(name)}`;
}

async function assertSameTables(client: pg.PoolClient, parts: readonly TablePart[]): Promise<void> {
  const { rows } = await client.query<TableShape>(tableShapesSql);
  const actual = new Map(rows.map(({ name, columns }) => [name, columns.toSorted().join()]));
  const differing = parts.filter(({ name, columns }) => actual.get(name) !== columns.toSorted().join());
  const names = [...differing.map(({ name }) => name), ...missingFrom(parts, actual)];
  if (names.length > 0) {
    throw new BackupError(
      `The migrations of this version do not create the tables of the backup (${names.join(', ')}). Restore the backup with ` +
        'the version of the academy that wrote it.',
    );
  }
}

function missingFrom(parts: readonly TablePart[], actual: ReadonlyMap<string, string>): string[] {
  const names = new Set(parts.map(({ name }) => name));
  return [...actual.keys()].filter((name) => !names.has(name));
}

type ForeignKey = { table: string; name: string; definition: string };

async function dropForeignKeys(client: pg.PoolClient): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`,
  );
  for (const { table, name } of rows) {
    await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`);
  }
  return rows;
}

async function loadTable(client: pg.PoolClient, folder: string, part: TablePart): Promise<void> {
  const columns = part.columns.map(pg.escapeIdentifier).join(', ');
  const stream = client.query(copyFrom(`copy ${quoted(part.name)} (${columns}) from stdin`));
  await pipeline(openPart(folder, part), stream);
  if (stream.rowCount !== part.rows) {
    throw new BackupError(
      `The backup is damaged: ${part.name} has ${stream.rowCount} rows instead of ${part.rows}.`,
    );
  }
}
