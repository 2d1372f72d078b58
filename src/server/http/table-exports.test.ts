import { beforeAll, expect, it } from 'vitest';
import { readCsv } from '../../shared/read-csv.ts';
import { type HttpClient, signIn } from '../../testing/http-client.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../testing/test-app.ts';

const app = setUpTestApp();
let admin: TestUser;
let client: HttpClient;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin', password: testPassword });
  client = await signIn(app.app, admin);
});

it('the export of the audit log contains the entries that match the filter, with the details that admins may see', async () => {
  await app.caller(admin).admin.settings.update([{ key: 'claimMembers', value: '12' }]);
  const response = await client.request('GET', '/api/admin/export-audit-csv?action=setting.&actorId=');
  expect(response.statusCode).toBe(200);
  const [head, ...rows] = readCsv(response.body).map(({ cells }) => cells);
  expect(head?.slice(0, 3)).toEqual(['id', 'at', 'action']);
  expect(rows).toHaveLength(1);
  expect(JSON.parse(rows[0]?.at(-1) ?? '')).toEqual({ before: '15,000+', after: '12' });
});
