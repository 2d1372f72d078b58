import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { httpClient, signIn } from '../../testing/http-client.ts';
import { auditEntries, changeUser } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import { submitForm } from './testing/applicants.ts';

const app = setUpTestApp();
let admin: TestUser;
let owner: TestUser;
let other: TestUser;
/** The `/objects/{id}` URLs of the front and the back in an earlier application, and in the current one. */
let former: string[];
let current: string[];

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin', password: testPassword });
  owner = await app.createUser({ password: testPassword });
  other = await app.createUser({ password: testPassword });
  former = await sidesOf(owner);
  current = await sidesOf(owner);
  await sidesOf(other);
});
afterEach(() => showOwnDocuments(false));

const showOwnDocuments = (value: boolean) =>
  app
    .caller({ ...admin, confirmedAt: app.deps.now().toISOString() })
    .admin.settings.update([{ key: 'studentsSeeOwnPapers', value }]);

async function sidesOf(user: TestUser): Promise<string[]> {
  const { front, back } = await submitForm(app, user);
  return [front, back];
}

const auditOf = (path: string) =>
  auditEntries(app, { subject_type: 'document', subject_id: path.replace('/objects/', '') });

describe('own identity documents', () => {
  it('a student cannot open or list their own documents while the setting is off', async () => {
    const client = await signIn(app.app, owner);
    for (const path of [...former, ...current]) {
      expect((await client.request('GET', path)).statusCode).toBe(404);
    }
    expect(await app.caller(owner).kyc.myDocuments()).toEqual([]);
  });

  it('a student can open their own documents but not those of others; the response must not be cached, and each access is audited', async () => {
    await showOwnDocuments(true);
    const client = await signIn(app.app, owner);
    const [front = '', back = ''] = current;
    const seen = await client.request('GET', front);
    expect(seen.statusCode).toBe(200);
    expect(seen.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': expect.stringMatching(/^inline; filename="document-[0-9a-f-]{36}\.jpg"$/),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    expect((await client.request('GET', `${back}?download`)).statusCode).toBe(200);
    expect((await client.request('GET', former[0] ?? '')).statusCode).toBe(200);
    const details = { ownerId: owner.userId };
    expect((await auditOf(front)).at(-1)).toMatchObject({
      actor_id: owner.userId,
      action: 'document.viewed',
      details,
    });
    expect((await auditOf(back)).at(-1)).toMatchObject({ action: 'document.downloaded', details });

    const otherUser = await signIn(app.app, other);
    const responses = [];
    for (const path of [front, back, '/objects/00000000-0000-4000-8000-000000000000', '/objects/malformed']) {
      const response = await otherUser.request('GET', path);
      expect(response.statusCode).toBe(404);
      responses.push({ ...response.json(), requestId: '' });
    }
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect((await httpClient(app.app).request('GET', front)).statusCode).toBe(401);
    await client.request('POST', '/api/logout', {});
    expect((await client.request('GET', front)).statusCode).toBe(401);
  });

  it('opening a document requires recent authentication', async () => {
    await showOwnDocuments(true);
    const client = await signIn(app.app, owner);
    app.clock.advance(16 * 60_000);
    try {
      const rejected = await client.request('GET', current[0] ?? '');
      expect(rejected.statusCode).toBe(403);
      expect(rejected.json()).toMatchObject({ code: 'step_up_required' });
      // For a document of another user, the response is the same 404 as for an unknown one.
      const [foreign] = await app.caller(other).kyc.myDocuments();
      expect((await client.request('GET', foreign?.address ?? '')).statusCode).toBe(404);
      const proof = await client.request('POST', '/trpc/security.confirmIdentity', {
        password: testPassword,
      });
      expect(proof.statusCode).toBe(200);
      expect((await client.request('GET', current[0] ?? '')).statusCode).toBe(200);
    } finally {
      app.clock.advance(-16 * 60_000);
    }
  });

  it('an upload that was not submitted cannot be opened', async () => {
    await showOwnDocuments(true);
    const unsubmitted = await app.uploadDocument(app.caller(owner));
    const client = await signIn(app.app, owner);
    expect((await client.request('GET', unsubmitted)).statusCode).toBe(404);
  });

  it('a student’s list of their own documents contains only those whose files exist', async () => {
    await showOwnDocuments(true);
    const applicant = await app.createUser({ password: testPassword });
    const [front = '', back = ''] = await sidesOf(applicant);
    const listed = await app.caller(applicant).kyc.myDocuments();
    expect(listed).toMatchObject([
      { side: 'front', address: front, contentType: 'image/jpeg' },
      { side: 'back', address: back },
    ]);
    expect(listed[0]?.applicationId).toBe(listed[1]?.applicationId);
    expect(await app.caller(owner).kyc.myDocuments()).toHaveLength(4);
    await app.deps.db
      .updateTable('uploads')
      .set({ status: 'erased' })
      .where('id', '=', front.replace('/objects/', ''))
      .execute();
    expect(await app.caller(applicant).kyc.myDocuments()).toMatchObject([{ side: 'back' }]);
    const client = await signIn(app.app, applicant);
    expect((await client.request('GET', front)).statusCode).toBe(410);
  });

  it('a case lists when admins opened a document, but not when the student opened it', async () => {
    await showOwnDocuments(true);
    const applicant = await app.createUser({ password: testPassword });
    const [front = ''] = await sidesOf(applicant);
    await (await signIn(app.app, applicant)).request('GET', front);
    await (await signIn(app.app, admin)).request('GET', front);
    const [application] = await app.caller(applicant).kyc.myApplications();
    const { documentViews } = await app.caller(admin).admin.kyc.get({ id: application?.id ?? '' });
    expect(documentViews).toHaveLength(1);
    expect(await auditOf(front)).toHaveLength(2);
  });

  it('after the setting is turned off, the next request for a document is rejected', async () => {
    await showOwnDocuments(true);
    const client = await signIn(app.app, owner);
    expect((await client.request('GET', current[0] ?? '')).statusCode).toBe(200);
    await showOwnDocuments(false);
    expect((await client.request('GET', current[0] ?? '')).statusCode).toBe(404);
  });

  it('a suspended student cannot open their own documents', async () => {
    await showOwnDocuments(true);
    const applicant = await app.createUser({ password: testPassword });
    const [front = ''] = await sidesOf(applicant);
    const client = await signIn(app.app, applicant);
    await changeUser(app, applicant, { suspended_at: app.deps.now() });
    expect((await client.request('GET', front)).statusCode).toBe(401);
  });
});
