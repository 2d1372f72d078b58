import { promises as fs } from 'node:fs';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../server/platform/db/schema.ts';

export type StoredText = { table: string; text: string };

/**
 * All rows of all tables and materialized views as JSON text, including the job queue, but not Postgres' system tables.
 */
export async function everyRow(db: Kysely<Database>): Promise<StoredText[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select n.nspname || '.' || c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm') and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
    order by 1`.execute(db);
  const found: StoredText[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(t)::text as text from ${sql.table(name)} t`.execute(db);
    found.push(...rows.map(({ text }) => ({ table: name, text })));
  }
  return found;
}

/** The rows that contain one of these words, case-insensitively. */
export async function rowsWith(db: Kysely<Database>, words: readonly string[]): Promise<StoredText[]> {
  const wanted = words.map((word) => word.toLowerCase());
  const rows = await everyRow(db);
  return rows.filter(({ text }) => wanted.some((word) => text.toLowerCase().includes(word)));
}

/** The relative paths of the files below `folder` that have one of the needles in their relative path or content. */
export async function filesWith(folder: string, needles: readonly (string | Buffer)[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await fs.readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const relative = path.relative(folder, file);
    const bytes = await fs.readFile(file);
    const isHit = needles.some(
      (needle) => bytes.includes(needle) || (typeof needle === 'string' && relative.includes(needle)),
    );
    if (isHit) found.push(relative);
  }
  return found;
}
