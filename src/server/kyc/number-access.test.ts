import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type HttpClient, signedIn } from '../../testing/http-client.ts';
import { auditEntries } from '../../testing/rows.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { sealNumbers } from './document-numbers.ts';
import { createApplicant, submitForm } from './testing/applicants.ts';

const full = 'PASS-998877-ZULU';
const masked = '•••• ZULU';
const numbers = { documentNumber1: full, documentNumber2: full };
/** Longer than the time for which an authentication counts as recent. */
const stepUpExpiresMs = 16 * 60_000;

// The limits of production. By default, the limits in tests are a thousand times higher.
const app = setUpTestApp({ rateLimitFactor: 1 });

/** URLs at which an admin reads this application, over REST and tRPC. */
function adminUrlsOf(userId: string, id: string): string[] {
  const call = (name: string, input: object) =>
    `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
  return [
    '/api/admin/kyc/applications',
    '/api/admin/kyc/applications?q=kestrel&limit=50',
    `/api/admin/kyc/applications?userId=${userId}`,
    `/api/admin/user/${userId}`,
    call('admin.kyc.get', { id }),
    call('admin.kyc.all', { userId }),
    call('admin.kyc.queue', { q: 'kestrel' }),
    call('admin.users.get', { id: userId }),
  ];
}

const auditOf = (actorId: string, action: string) => auditEntries(app, { actor_id: actorId, action });

/** Adds users with one application each, whose document uploads have no files. */
async function addPeople(count: number): Promise<void> {
  const { user } = await createApplicant(app, numbers);
  const { db } = app.deps;
  const template = await db
    .selectFrom('kyc_applications')
    .selectAll()
    .where('user_id', '=', user.userId)
    .executeTakeFirstOrThrow();
  const upload = await db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', template.document_upload1)
    .executeTakeFirstOrThrow();
  for (let index = 0; index < count; index += 1) {
    const { userId } = await app.createUser();
    const [id, front, back] = [randomUUID(), randomUUID(), randomUUID()];
    await db
      .insertInto('uploads')
      .values([front, back].map((each) => ({ ...upload, id: each, user_id: userId, storage_key: each })))
      .execute();
    await db
      .insertInto('kyc_applications')
      .values({
        ...template,
        ...sealNumbers(app.deps.sealing, id, [full, full]),
        id,
        user_id: userId,
        document_upload1: front,
        document_upload2: back,
      })
      .execute();
  }
}

describe('document numbers', () => {
  test('numbers are masked without recent authentication, except for their last characters', async () => {
    const { user, id } = await createApplicant(app, numbers);
    const { client, user: admin } = await signedIn(app, 'admin');
    app.clock.advance(stepUpExpiresMs);
    for (const url of adminUrlsOf(user.userId, id)) {
      const response = await client.request('GET', url);
      expect(response.statusCode, response.body).toBe(200);
      expect(response.body, url).not.toContain(full);
    }
    const list = await client.request('GET', `/api/admin/kyc/applications?userId=${user.userId}`);
    expect(list.json()[0]).toMatchObject({ documentNumber1: masked, documentNumber2: masked });
    const response = await client.request(
      'GET',
      adminUrlsOf(user.userId, id)[4]?.replace('kyc.get', 'kyc.documentNumbers') ?? '',
    );
    expect(response.json()).toMatchObject({ error: { data: { code: 'step_up_required' } } });
    expect(await auditOf(admin.userId, 'document_number.viewed')).toEqual([]);
    app.clock.advance(-stepUpExpiresMs);
  });

  test('after recent authentication, numbers are shown in full and each view is audited; the response to a decision masks them', async () => {
    const { user, id } = await createApplicant(app, numbers);
    const { client, user: admin } = await signedIn(app, 'admin');
    const [, , ofUser, account, oneCase] = adminUrlsOf(user.userId, id);
    expect((await client.request('GET', ofUser ?? '')).json()[0]).toMatchObject(numbers);
    expect((await client.request('GET', account ?? '')).json()).toMatchObject(numbers);
    expect((await client.request('GET', oneCase ?? '')).json().result.data.application).toMatchObject(
      numbers,
    );
    const shown = await client.request('GET', (oneCase ?? '').replace('kyc.get', 'kyc.documentNumbers'));
    expect(shown.json().result.data).toEqual(numbers);
    const entries = await auditOf(admin.userId, 'document_number.viewed');
    expect(entries.map((entry) => entry.subject_id)).toEqual([
      user.userId,
      user.userId,
      user.userId,
      user.userId,
    ]);
    expect(JSON.stringify(entries)).not.toContain(full);
    const decided = await client.request('PUT', `/api/admin/kyc/applications/${id}/status`, {
      status: 'rejected',
    });
    expect(decided.json()).toMatchObject({ documentNumber1: masked, documentNumber2: masked });
  });

  test('numbers are shown for at most a hundred users per call and two hundred per hour', async () => {
    await addPeople(120);
    const countFullNumbers = async (client: HttpClient) =>
      (await client.request('GET', '/api/admin/kyc/applications'))
        .json()
        .filter((view: { documentNumber1: string }) => !view.documentNumber1.startsWith('••••')).length;
    const { client, user: admin } = await signedIn(app, 'admin');
    expect(await countFullNumbers(client)).toBeLessThanOrEqual(100);
    expect(await auditOf(admin.userId, 'document_number.viewed')).toHaveLength(100);
    await countFullNumbers(client);
    expect(await countFullNumbers(client)).toBe(0);
    expect(await auditOf(admin.userId, 'document_number.viewed')).toHaveLength(200);
    const { user, id } = await createApplicant(app, numbers);
    const response = await client.request(
      'GET',
      `/trpc/admin.kyc.documentNumbers?input=${encodeURIComponent(JSON.stringify({ id }))}`,
    );
    expect(response.statusCode).toBe(429);
    // The limits count users: two applications of the same user count once.
    const again = await signedIn(app, 'admin');
    await submitForm(app, user, numbers);
    await again.client.request('GET', `/api/admin/kyc/applications?userId=${user.userId}`);
    expect(await auditOf(again.user.userId, 'document_number.viewed')).toHaveLength(1);
  });
});

test('each page of a list of applicants is audited, without the search text', async () => {
  const { client, user: admin } = await signedIn(app, 'admin');
  await client.request('GET', '/api/admin/kyc/applications?page=2&limit=1&q=kestrel');
  await client.request('GET', '/api/admin/kyc/applications');
  const input = encodeURIComponent(JSON.stringify({ status: 'all', q: 'kestrel' }));
  await client.request('GET', `/trpc/admin.kyc.queue?input=${input}`);
  const entries = await auditOf(admin.userId, 'kyc.applications_listed');
  expect(entries.map((entry) => entry.details)).toEqual([
    { count: 1, filter: 'q, page 2' },
    { count: expect.any(Number), filter: '' },
    { count: expect.any(Number), filter: 'status all, q' },
  ]);
  expect(JSON.stringify(entries)).not.toContain('kestrel');
});
