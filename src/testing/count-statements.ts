import pg from 'pg';
import { vi } from 'vitest';

/** @returns how many statements the connections of `pool` ran during `work`; the job queue has its own connections */
export async function countStatements(pool: pg.Pool, work: () => Promise<unknown>): Promise<number> {
  const ofPool = new Set<pg.ClientBase>();
  const note = (client: pg.PoolClient) => void ofPool.add(client);
  pool.on('acquire', note);
  let count = 0;
  const query = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    if (ofPool.has(this)) count += 1;
    return Reflect.apply(query, this, args);
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
    pool.off('acquire', note);
  }
  return count;
}
