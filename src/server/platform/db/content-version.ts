import type { CompiledQuery } from 'kysely';
import { createDataLoader } from './data-loader.ts';
import type { Db } from './database.ts';

/** Tables of public content. Triggers give a table a new version with each committed write to it. */
export const contentKinds = [
  'products',
  'plans',
  'coaching_pdfs',
  'settings',
  'site_texts',
  'site_logos',
  'daily_spots',
] as const;
export type ContentKind = (typeof contentKinds)[number];

const everyKind = 'all';

/** Compiled once per database, because nearly every request runs it. */
const versionQueries = new WeakMap<Db, CompiledQuery<{ kind: string; version: string }>>();

function versionQuery(db: Db) {
  const known = versionQueries.get(db);
  if (known) return known;
  const query = db.selectFrom('content_versions').select(['kind', 'version']).compile();
  versionQueries.set(db, query);
  return query;
}

const versions = createDataLoader<Map<string, string>>(async (db) => {
  const { rows } = await db.executeQuery(versionQuery(db));
  return new Map([[everyKind, new Map(rows.map(({ kind, version }) => [kind, version]))]]);
});

/**
 * A string that identifies the state of these kinds: the same string means the same content, on every server.
 * Concurrent callers share a query. The query begins only after all of them have called, so the result includes every
 * write that was committed before the call.
 */
export async function contentVersion(db: Db, kinds: readonly ContentKind[]): Promise<string> {
  const known = await versions(db, everyKind);
  return kinds
    .map((kind) => {
      const version = known?.get(kind);
      if (version === undefined) throw new Error(`content_versions has no row for ${kind}`);
      return version;
    })
    .join(' ');
}

/**
 * A value computed from these tables and cached until one of them is written. A write is visible immediately on every
 * server: each use compares versions first, and a value is never older than the version it is stored under.
 * @param make - computes the value, which may depend only on these tables
 */
export function cachedContent<Value>(
  kinds: readonly ContentKind[],
  make: (db: Db) => Promise<Value>,
): (db: Db) => Promise<Value> {
  type Cached = { version: string; value: Promise<Value> };
  const cachedByDatabase = new WeakMap<Db, Cached>();
  return async (db) => {
    const version = await contentVersion(db, kinds);
    const cached = cachedByDatabase.get(db);
    if (cached?.version === version) return cached.value;
    const fresh = { version, value: make(db) };
    cachedByDatabase.set(db, fresh);
    // A failure rejects the waiting calls, and the next call tries again.
    fresh.value.catch(() => {
      if (cachedByDatabase.get(db) === fresh) cachedByDatabase.delete(db);
    });
    return fresh.value;
  };
}
