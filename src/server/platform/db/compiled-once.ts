import type { CompiledQuery } from 'kysely';
import type { Db } from './database.ts';

/**
 * A query that nearly every request runs, with a list of keys as its only parameter. It is compiled once per database,
 * because compiling it with Kysely takes as long as running it.
 * @param build - generates the SQL, which must be the same for all keys
 */
export function compiledOnce<Row>(
  build: (db: Db, keys: readonly string[]) => { compile(): CompiledQuery<Row> },
): (db: Db, keys: readonly string[]) => Promise<Row[]> {
  const compiled = new WeakMap<Db, CompiledQuery<Row>>();
  return async (db, keys) => {
    let query = compiled.get(db);
    if (!query) {
      query = build(db, keys).compile();
      if (query.parameters.length !== 1) throw new Error('only the keys may be a parameter');
      compiled.set(db, query);
    }
    const keyedQuery: CompiledQuery<Row> = { ...query, parameters: [keys] };
    return (await db.executeQuery(keyedQuery)).rows;
  };
}
