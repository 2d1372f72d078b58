import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { type Connection, openDatabase } from '../../../platform/db/database.ts';
import { createDiskStorage } from '../../../platform/storage/disk-storage.ts';
import type { Storage } from '../../../platform/storage/storage.ts';

export function diskAt(root: string): Storage {
  return createDiskStorage({ root, baseUrl: () => 'http://localhost', secret: randomBytes(32) });
}

/** For each table, the number of its rows and a hash of them that does not depend on their order. */
export async function checksums(
  connection: Connection,
  tables: readonly string[],
): Promise<Record<string, string>> {
  const database = openDatabase(connection, () => undefined);
  const sums: Record<string, string> = {};
  for (const name of tables) {
    const { rows } = await sql<{ sum: string }>`
      select count(*) || ':' || coalesce(md5(string_agg(row::text, chr(10) order by row::text)), '') as sum
      from ${sql.table(name)} as row`.execute(database.db);
    sums[name] = rows[0]?.sum ?? '';
  }
  await database.close();
  return sums;
}

/** The type and bytes of every stored file, by key. */
export async function contentsOf(store: Storage): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { key } of store.list('')) {
    const file = await store.read(key);
    if (file) found.set(key, `${file.info.contentType} ${(await buffer(file.body)).toString('base64')}`);
  }
  return found;
}
