import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { registeredTables, tablesWithoutOwner } from './personal-data-register.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Column names that indicate personal data in any table. */
const personalColumn =
  '^(user_id|actor_id|email|to_address|ip|.*_ip|ip_address|user_agent|first_name|last_name|phone_number|address|date_of_birth|updated_by|created_by)$';

/** Yes-or-no columns that only the server or an admin sets. */
const notChosenByUsers = [
  'billing_payments.is_first_payment',
  'billing_refunds.end_access',
  'billing_refunds.end_renewal',
  'hands.is_public',
  'kyc_applications.name_differs',
  'kyc_applications.number_shared',
  'purchases.awaits_content',
  'purchases.grants_access',
  'site_texts.needs_acceptance',
  'subscriptions.has_foreign_schedule',
  'subscriptions.is_duplicate',
  'subscriptions.needs_confirmation',
];

async function columnsOf(table: string): Promise<{ name: string; nullable: boolean }[]> {
  const { rows } = await sql<{ name: string; nullable: boolean }>`
    select column_name as name, is_nullable = 'YES' as nullable from information_schema.columns
    where table_schema = 'public' and table_name = ${table}`.execute(app.deps.db);
  return rows;
}

describe('the register of personal data', () => {
  it('contains every table that refers to users or has a personal column', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name ~ ${personalColumn}
      union
      select conrelid::regclass::text from pg_constraint
      where contype = 'f' and confrelid = 'users'::regclass`.execute(app.deps.db);
    const known = new Set<string>([...registeredTables.map(([table]) => table), ...tablesWithoutOwner]);
    expect(rows.length).toBeGreaterThan(15);
    expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(registeredTables)('%s has the registered columns', async (table, entry) => {
    const columns = await columnsOf(table);
    const names = columns.map(({ name }) => name);
    const used = [
      ...('excludedBecause' in entry.exported ? [] : entry.exported),
      entry.owner.through?.column ?? entry.owner.column,
    ];
    expect(used.filter((name) => !names.includes(name))).toEqual([]);
    if (entry.onDeletion.rows === 'erased') return;
    const clearable = columns.filter(({ nullable }) => nullable).map(({ name }) => name);
    expect(entry.onDeletion.cleared.filter((name) => !clearable.includes(name))).toEqual([]);
  });

  it('every yes-or-no choice of a user is exported', async () => {
    const { rows } = await sql<{ table: string; name: string }>`
      select table_name as table, column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'boolean'`.execute(app.deps.db);
    const missing = registeredTables.flatMap(([table, { exported }]) =>
      'excludedBecause' in exported
        ? []
        : rows
            .filter((row) => row.table === table && !exported.includes(row.name))
            .map(({ name }) => `${table}.${name}`),
    );
    expect(missing.toSorted()).toEqual(notChosenByUsers.toSorted());
  });

  it('deletion clears all nullable columns of an account except the times of its deletion and suspension', async () => {
    const users = registeredTables.find(([table]) => table === 'users')?.[1];
    const cleared = users?.onDeletion.rows === 'retained' ? users.onDeletion.cleared : [];
    const retained = (await columnsOf('users'))
      .filter(({ name, nullable }) => nullable && !cleared.includes(name))
      .map(({ name }) => name);
    expect(retained.toSorted()).toEqual(['deleted_at', 'suspended_at']);
  });
});
