import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { Database } from '../../platform/db/schema.ts';
import { personalDataRegister, registeredTables, tablesWithoutOwner } from './personal-data-register.ts';

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

/** Columns of a person's details that the export omits. */
const notExported: Partial<Record<keyof Database, string[]>> = {
  users: [
    'deleted_at',
    'deletion_due_at',
    'net_cents',
    'password_hash',
    'password_refused_at',
    'stripe_customer_email',
  ],
  kyc_applications: [
    'apologised_at',
    'assigned_at',
    'assigned_to',
    'document_number_hash1',
    'document_number_hash2',
    'document_number_sealed1',
    'document_number_sealed2',
    'document_number_tail1',
    'document_number_tail2',
    'document_upload1',
    'document_upload2',
    'internal_notes',
    'name_differs',
    'number_shared',
    'reviewed_by',
    'updated_at',
    'user_id',
  ],
};

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

  it.each(registeredTables.filter(([table]) => table in notExported))(
    '`exported` of %s contains every column except those in `notExported`',
    async (table, { exported }) => {
      const names = (await columnsOf(table)).map(({ name }) => name);
      const omitted = names.filter((name) => 'excludedBecause' in exported || !exported.includes(name));
      expect(omitted.toSorted()).toEqual(notExported[table]);
    },
  );

  it('`cleared` of users contains every nullable column except the times of deletion and suspension', async () => {
    const { onDeletion } = personalDataRegister.users ?? {};
    const cleared = onDeletion?.rows === 'retained' ? onDeletion.cleared : [];
    const retained = (await columnsOf('users'))
      .filter(({ name, nullable }) => nullable && !cleared.includes(name))
      .map(({ name }) => name);
    expect(retained.toSorted()).toEqual(['deleted_at', 'suspended_at']);
  });
});
