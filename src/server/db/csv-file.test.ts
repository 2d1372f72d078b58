import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpClient } from '../../testing/http-client.ts';
import { createTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';
import { openCsvFile } from './csv-file.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('a question that cannot be written down takes neither a place nor a connection', async () => {
  const users = test.deps.db.selectFrom('users').select('email');
  const odd = users.where(sql<boolean>`email = any(${['a']})`);
  for (let round = 0; round < 20; round += 1) {
    await expect(openCsvFile(test.deps, odd, 'x')).rejects.toThrow('a value of another kind');
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
])('a search for %s is exported, time after time', async (words) => {
  const admin = await test.createUser({ role: 'admin', password: testPassword });
  const client = httpClient(test.app);
  await client.request('POST', '/api/login', { email: admin.email, password: testPassword });
  for (let round = 0; round < 4; round += 1) {
    const answer = await client.request(
      'GET',
      `/api/admin/export-purchases-csv?q=${encodeURIComponent(words)}&from=2026-01-01&to=2026-12-31`,
    );
    expect(answer.statusCode, answer.body).toBe(200);
  }
});
