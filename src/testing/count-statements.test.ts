import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '../server/platform/db/database.ts';
import { countStatements } from './count-statements.ts';
import { cloneDatabase } from './test-db.ts';

it('counts the statements of one pool, not those of other connections, such as the job queue’s', async () => {
  const { connection, drop } = await cloneDatabase();
  const [counted, other] = [
    openDatabase(connection, () => undefined),
    openDatabase(connection, () => undefined),
  ];
  const ask = ({ db }: typeof counted) => sql`select 1`.execute(db);
  await ask(counted);
  const count = await countStatements(counted.pool, async () => {
    for (const database of [counted, other, other, counted]) await ask(database);
  });
  expect(count).toBe(2);
  await counted.close();
  await other.close();
  await drop();
});
