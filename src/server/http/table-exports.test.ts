import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayMs } from '../../shared/durations.ts';
import { readCsv } from '../../shared/read-csv.ts';
import { type HttpClient, httpClient, signIn } from '../../testing/http-client.ts';
import { createTestApp, type TestApp, type TestUser, testPassword } from '../../testing/test-app.ts';

let app: TestApp;
let admin: TestUser;
let client: HttpClient;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.createUser({ role: 'admin', password: testPassword });
  client = await signIn(app.app, admin);
});
afterAll(() => app.close());

it('the export of the audit log contains the filtered entries with the details that admins may see', async () => {
  await app.caller(admin).admin.settings.update([{ key: 'claimMembers', value: '12' }]);
  const response = await client.request('GET', '/api/admin/export-audit-csv?action=setting.&actorId=');
  expect(response.statusCode).toBe(200);
  const [head, ...rows] = readCsv(response.body).map(({ cells }) => cells);
  expect(head?.slice(0, 3)).toEqual(['id', 'at', 'action']);
  expect(rows).toHaveLength(1);
  expect(JSON.parse(rows[0]?.at(-1) ?? '')).toEqual({ before: '15,000+', after: '12' });
});

it.each([
  '/api/admin/export-users',
  '/api/admin/export-users-csv',
  '/api/admin/export-purchases-csv',
  '/api/admin/export-payments-csv',
  '/api/admin/export-user-list-csv',
  '/api/admin/export-audit-csv',
])('%s requires an admin who has authenticated recently', async (path) => {
  const student = await app.createUser({ password: testPassword });
  const visitor = httpClient(app.app);
  expect((await visitor.request('GET', path)).statusCode).toBe(401);
  await visitor.request('POST', '/api/login', { email: student.email, password: testPassword });
  expect((await visitor.request('GET', path)).statusCode).toBe(403);
  await app.deps.db
    .updateTable('sessions')
    .set({ confirmed_at: new Date(Date.now() - dayMs) })
    .where('user_id', '=', admin.userId)
    .execute();
  const stale = await client.request('GET', path);
  expect(stale.statusCode).toBe(403);
  expect(stale.body).toContain('step_up_required');
});
