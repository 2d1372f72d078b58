import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { cloneDatabase, onServer, startTestPostgres } from './test-postgres.ts';

type Started = Awaited<ReturnType<typeof startTestPostgres>>;

const running: Started[] = [];
afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop();
});

async function start(): Promise<Started> {
  const postgres = await startTestPostgres();
  running.push(postgres);
  return postgres;
}

const databasesOf = ({ connection }: Started) =>
  onServer(connection, async (client) => {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database order by 1');
    return rows.map(({ datname }) => datname);
  });

// If TEST_DATABASE_URL is set, all runs share that server.
describe.skipIf(process.env.TEST_DATABASE_URL)('Postgres of a test run', () => {
  it('each test run has its own Postgres, without the changes of other runs', async () => {
    const [one, other] = await Promise.all([start(), start()]);
    const atFirst = await databasesOf(one);
    expect(atFirst).toContain(one.templateName);
    await cloneDatabase(one);
    await onServer(one.connection, (client) => client.query(`drop database ${one.templateName}`));
    expect(await databasesOf(one)).not.toEqual(atFirst);
    expect(await databasesOf(other)).toEqual(atFirst);
    expect(await databasesOf(await start())).toEqual(atFirst);
  });

  it('a stopped Postgres leaves no files and accepts no connections', async () => {
    const postgres = await startTestPostgres();
    const { rows } = await onServer(postgres.connection, (client) => client.query('show data_directory'));
    const folder = path.dirname(String(rows[0]?.data_directory));
    expect(existsSync(folder)).toBe(true);
    await postgres.stop();
    expect(existsSync(folder)).toBe(false);
    await expect(databasesOf(postgres)).rejects.toThrow();
  });

  it('a clone has the tables of the default template, or none if `template1` is requested', async () => {
    const postgres = await start();
    const tablesOf = async (template?: string) => {
      const { connection } = await cloneDatabase(postgres, template);
      const query = "select count(*)::int as count from pg_tables where schemaname in ('public', 'pgboss')";
      const { rows } = await onServer(connection, (client) => client.query<{ count: number }>(query));
      return rows[0]?.count;
    };
    expect(await tablesOf()).toBeGreaterThan(30);
    expect(await tablesOf('template1')).toBe(0);
  });
});
