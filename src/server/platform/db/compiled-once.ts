import type { CompiledQuery } from 'kysely';
import type { Db } from './database.ts';

/**
 * A query that nearly every request runs, with a list of keys as its only parameter. It is compiled once per database,
 * because compiling it with Kysely takes as long as running it.
 * @param write must generate the same SQL for all keys
 */
export function compiledOnce<Row>(
  write: (db: Db, keys: readonly string[]) => { compile(): CompiledQuery<Row> },
): (db: Db, keys: readonly string[]) => Promise<Row[]> {
  const written = new WeakMap<Db, CompiledQuery<Row>>();
  return async (db, keys) => {
    let query = written.get(db);
    if (!query) {
      query = write(db, keys).compile();
      if (query.parameters.length !== 1) throw new Error('only the keys may be a parameter');
      written.set(db, query);
    }
    const asked: CompiledQuery<Row> = { ...query, parameters: [keys] };
    return (await db.executeQuery(asked)).rows;
  };
}
