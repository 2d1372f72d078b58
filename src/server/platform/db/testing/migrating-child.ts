import { once } from 'node:events';
import pg from 'pg';
import type { Connection } from '../database.ts';
import { migrateDatabase } from '../migrate.ts';

/**
 * The parent's first message. The child kills itself after it has sent statement number `killAt`, counted from 1.
 * Without `killAt`, the child completes and reports its number of statements.
 */
export type MigrationCommand = { connection: Connection; killAt?: number };

const [command] = (await once(process, 'message')) as [MigrationCommand];
let statements = 0;
const send = pg.Client.prototype.query;
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...sent: unknown[]): unknown {
    statements += 1;
    const result: unknown = Reflect.apply(send, this, sent);
    if (statements === command.killAt) process.kill(process.pid, 'SIGKILL');
    return result;
  },
});
await migrateDatabase(command.connection, { warn: (facts) => console.error(facts) });
process.send?.(statements);
process.disconnect();
