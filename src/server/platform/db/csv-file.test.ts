import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { formulaStart } from '../../../shared/csv.ts';
import { signIn } from '../../../testing/http-client.ts';
import { setUpTestApp, testPassword } from '../../../testing/test-app.ts';
import { openCsvFile } from './csv-file.ts';
import { escapeCsvFormula } from './escape-csv-formula.ts';

const test = setUpTestApp();

it('an export that fails because of its query no longer counts as running, and occupies no connection', async () => {
  const users = test.deps.db.selectFrom('users').select('email');
  const withArray = users.where(sql<boolean>`email = any(${['a']})`);
  for (let round = 0; round < 20; round += 1) {
    await expect(openCsvFile(test.deps, withArray, 'x')).rejects.toThrow('a value of another kind');
  }
  const file = await openCsvFile(test.deps, users, 'users');
  expect(await text(file.body)).toContain('email');
});

it.each([
  'dana',
  "d'ana",
  '%',
  '\\',
  '"',
  '{a,b}',
  '$1',
  'dana whitfield',
  '00000000-0000-4000-8000-000000000000',
])('the purchases that a search for %s finds can be exported several times in a row', async (search) => {
  const admin = await test.createUser({ role: 'admin', password: testPassword });
  const client = await signIn(test.app, admin);
  for (let round = 0; round < 4; round += 1) {
    const response = await client.request(
      'GET',
      `/api/admin/export-purchases-csv?q=${encodeURIComponent(search)}&from=2026-01-01&to=2026-12-31`,
    );
    expect(response.statusCode, response.body).toBe(200);
  }
});

it('the SQL expression escapes exactly the cells that `formulaStart` matches', async () => {
  const cells = [
    '=1',
    '+1',
    '-1',
    '@x',
    '\tx',
    '\rx',
    '\n=x',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    'Dana',
    '1=1',
    '',
    ' =1',
    "'=1",
  ];
  for (const cell of cells) {
    const { rows } = await sql<{ cell: string }>`select ${escapeCsvFormula(sql.val(cell))} as cell`.execute(
      test.deps.db,
    );
    expect(rows[0]?.cell, cell).toBe(formulaStart.test(cell) ? `'${cell}` : cell);
  }
});

it('the exports of users, purchases and the audit log escape names that a spreadsheet would run as a formula', async () => {
  const admin = await test.createUser({
    role: 'admin',
    password: testPassword,
    firstName: '＝HYPERLINK("x")',
  });
  const buyer = await test.createUser({ firstName: '＠SUM(1)' });
  await test.deps.db
    .insertInto('purchases')
    .values({
      user_id: buyer.userId,
      product_type: 'pdf',
      product_name: '－2+3',
      amount_cents: 999,
      status: 'completed',
      purchased_at: test.deps.now(),
    })
    .execute();
  const client = await signIn(test.app, admin);
  // The export of users is recorded in the audit log, whose export therefore contains the admin's name.
  for (const path of ['users', 'purchases', 'audit']) {
    const response = await client.request('GET', `/api/admin/export-${path}-csv`);
    expect(response.statusCode, path).toBe(200);
    expect(response.body, path).toMatch(/'[＝＠－]/);
    expect(response.body, path).not.toMatch(/(^|,)"?[＝＠－]/m);
  }
});
