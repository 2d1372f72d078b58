import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { isReadOnlyDatabase } from './errors.ts';

/** Postgres did not respond in time; whether the statement without a response ran is unknown. */
class QueryTimeout extends Error {
  constructor() {
    super('The database did not respond in time');
    this.name = 'QueryTimeout';
  }
}

/**
 * A connection that is dropped if no response arrives in time. Postgres itself ends slow statements; this limit is for
 * a dead network connection, on which pg would wait forever. It is also dropped if Postgres rejects a write because it
 * accepts only reads: after a failover, a new connection may lead to the new primary.
 */
class BoundedClient implements PostgresPoolClient {
  readonly #client: PostgresPoolClient;
  readonly #queryTimeoutMs: number;
  #timedOut = false;
  #isReadOnly = false;

  constructor(client: PostgresPoolClient, queryTimeoutMs: number) {
    this.#client = client;
    this.#queryTimeoutMs = queryTimeoutMs;
  }

  get processID(): number | undefined {
    return this.#client.processID;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    statement: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    // A cursor has no limit, because streaming its rows takes as long as the consumer takes to read them.
    if (typeof statement !== 'string') return this.#client.query(statement);
    return this.#ask(statement, parameters);
  }

  async #ask<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    // Rejects, for example, a rollback, which would wait behind the statement that got no response.
    if (this.#timedOut) throw new QueryTimeout();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#timedOut = true;
        reject(new QueryTimeout());
      }, this.#queryTimeoutMs);
    });
    try {
      return await Promise.race([this.#client.query<R>(sql, parameters), timeout]);
    } catch (error) {
      if (isReadOnlyDatabase(error)) this.#isReadOnly = true;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#timedOut || this.#isReadOnly);
  }
}

/**
 * The pool for Kysely, which discards a connection that accepts only reads, or on which no response arrives within
 * `queryTimeoutMs`.
 */
export function boundedPool(pool: PostgresPool, queryTimeoutMs: number): PostgresPool {
  const known = new WeakMap<PostgresPoolClient, BoundedClient>();
  return {
    options: pool.options,
    ...(pool.Client && { Client: pool.Client }),
    async connect() {
      const client = await pool.connect();
      const bounded = known.get(client) ?? new BoundedClient(client, queryTimeoutMs);
      known.set(client, bounded);
      return bounded;
    },
    end: () => pool.end(),
  };
}
