import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { httpClient, signIn } from '../../testing/http-client.ts';
import { auditEntries } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import type { RequestMetadata } from '../actor.ts';
import { StorageError } from '../platform/storage/storage.ts';
import { idOf, smallPdf } from '../uploads/testing/sent-uploads.ts';
import { openDocument } from './documents.operations.ts';
import { submitForm } from './testing/applicants.ts';

const metadata: RequestMetadata = { ip: '198.51.100.4', requestId: 'documents-test', userAgent: null };
const unknown = '00000000-0000-4000-8000-000000000000';

const app = setUpTestApp();
let admin: TestUser;
let owner: TestUser;
let other: TestUser;
let front: string;
let back: string;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin', password: testPassword });
  owner = await app.createUser();
  other = await app.createUser({ password: testPassword });
  const application = await submitForm(app, owner);
  front = application.front.replace('/objects/', '');
  back = application.back.replace('/objects/', '');
});

const open = (actor: TestUser | null, id: string, purpose: 'view' | 'download' = 'view') =>
  openDocument(app.deps, actor, id, metadata, purpose);

const auditOf = (id: string) => auditEntries(app, { subject_type: 'document', subject_id: id });

describe('openDocument', () => {
  test('serves an admin the image under a neutral filename, and audits the access', async () => {
    const file = await open(admin, front);
    expect(file).toMatchObject({
      filename: `document-${front}.jpg`,
      contentType: 'image/jpeg',
      info: { contentType: 'image/jpeg', sizeBytes: expect.any(Number) },
    });
    const bytes = await buffer(file.body);
    expect(bytes).toHaveLength(file.info.sizeBytes);
    expect((await sharp(bytes).metadata()).format).toBe('jpeg');
    (await open(admin, front, 'download')).body.destroy();
    expect(await auditOf(front)).toEqual([
      expect.objectContaining({
        actor_id: admin.userId,
        action: 'document.viewed',
        ip: metadata.ip,
        request_id: metadata.requestId,
        details: { purpose: 'view', ownerId: owner.userId },
      }),
      expect.objectContaining({ action: 'document.downloaded' }),
    ]);
  });

  test('visitors must log in; owners and other users get the response for an unknown id, and each of their attempts is audited', async () => {
    await expect(open(null, back)).rejects.toMatchObject({ code: 'not_signed_in' });
    await expect(open(null, unknown)).rejects.toMatchObject({ code: 'not_signed_in' });
    expect(await auditOf(back)).toEqual([]);
    const rejection = { code: 'not_found', message: 'Document not available' };
    for (const actor of [owner, other]) {
      await expect(open(actor, back)).rejects.toMatchObject(rejection);
      await expect(open(actor, unknown)).rejects.toMatchObject(rejection);
    }
    await expect(open(admin, unknown)).rejects.toMatchObject(rejection);
    expect(await auditOf(back)).toMatchObject([
      { actor_id: owner.userId, action: 'document.refused' },
      { actor_id: other.userId, action: 'document.refused' },
    ]);
    expect((await auditOf(unknown)).map(({ actor_id }) => actor_id)).toEqual([
      owner.userId,
      other.userId,
      admin.userId,
    ]);
  });

  test('rejects and audits every text that is not an id', async () => {
    const texts = [
      '',
      '../../etc/passwd',
      '..%2f..%2fetc/passwd',
      `${front}/..`,
      `uploads/${front}`,
      `documents/${front}`,
      front.toUpperCase(),
      `${front}\u0000`,
      `${front}\r\nset-cookie: a=b`,
      'x'.repeat(5_000),
    ];
    const before = (await auditOf('malformed')).length;
    for (const text of texts) {
      await expect(open(admin, text), text.slice(0, 60)).rejects.toMatchObject({
        code: 'not_found',
        message: 'Document not available',
      });
    }
    expect(await auditOf('malformed')).toHaveLength(before + texts.length);
  });

  test('does not serve product files, uploads that were not inspected, or documents that were not sent with an application', async () => {
    const grant = await app.caller(admin).kyc.requestUpload({});
    await app.put(grant.uploadURL, smallPdf, grant.headers);
    const { objectPath } = await app.caller(admin).kyc.secureDocument({ documentImageUrl: grant.uploadURL });
    await expect(open(admin, objectPath.replace('/objects/', ''))).rejects.toMatchObject({
      code: 'not_found',
    });

    const unsent = (await app.uploadDocument(app.caller(owner))).replace('/objects/', '');
    await expect(open(admin, unsent)).rejects.toMatchObject({ code: 'not_found' });

    const uninspected = await app.caller(owner).kyc.requestUpload({});
    await app.put(uninspected.uploadURL, Buffer.from('<script>'), uninspected.headers);
    await expect(open(admin, idOf(uninspected.uploadURL))).rejects.toMatchObject({ code: 'not_found' });
  });

  test('an erased document is rejected as gone; a document whose file is missing is rejected as not found, and logged', async () => {
    const caller = app.caller(owner);
    const erased = (await app.uploadDocument(caller)).replace('/objects/', '');
    await app.deps.db.updateTable('uploads').set({ status: 'erased' }).where('id', '=', erased).execute();
    await expect(open(admin, erased)).rejects.toMatchObject({
      code: 'gone',
      message: 'Document not available',
    });
    await expect(open(other, erased)).rejects.toMatchObject({ code: 'not_found' });

    const missing = (await submitForm(app, owner)).front.replace('/objects/', '');
    await app.deps.storage.remove(`documents/${missing}`);
    await expect(open(admin, missing)).rejects.toMatchObject({ code: 'not_found' });
    expect(app.logs.some((line) => line.includes(missing) && line.includes('missing from the store'))).toBe(
      true,
    );
  });
});

describe('GET /objects/{id}', () => {
  test('sends admins the file with private headers, and other users the same 404 as for an unknown id; visitors must log in', async () => {
    const adminClient = await signIn(app.app, admin);
    const viewed = await adminClient.request('GET', `/objects/${front}`);
    expect(viewed.statusCode).toBe(200);
    expect(viewed.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `inline; filename="document-${front}.jpg"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    const downloaded = await adminClient.request('GET', `/objects/${front}?download`);
    expect(downloaded.headers['content-disposition']).toBe(`attachment; filename="document-${front}.jpg"`);

    const otherClient = await signIn(app.app, other);
    const bodies = [];
    for (const id of [front, unknown]) {
      const rejected = await otherClient.request('GET', `/objects/${id}`);
      expect(rejected.statusCode).toBe(404);
      bodies.push({ ...rejected.json(), requestId: '' });
    }
    expect(bodies[0]).toEqual(bodies[1]);
    expect((await httpClient(app.app).request('GET', `/objects/${front}`)).statusCode).toBe(401);
  });
});

describe('errors of the file store', () => {
  test('an unreachable store causes a 502 that does not reveal the cause; other errors are thrown unchanged', async () => {
    const failing = (code: 'unavailable' | 'damaged') => ({
      ...app.deps,
      storage: {
        ...app.deps.storage,
        read: () => Promise.reject(new StorageError(code, 'SECRET-ENDPOINT of the store')),
      },
    });
    const before = (await auditOf(front)).length;
    await expect(openDocument(failing('unavailable'), admin, front, metadata, 'view')).rejects.toMatchObject({
      code: 'document_unreachable',
      message: 'Unable to load document image',
    });
    expect((await auditOf(front)).slice(before)).toMatchObject([
      { action: 'document.refused', details: { reason: 'store unreachable' } },
    ]);
    await expect(openDocument(failing('damaged'), admin, front, metadata, 'view')).rejects.toMatchObject({
      code: 'damaged',
    });

    const adminClient = await signIn(app.app, admin);
    const read = vi
      .spyOn(app.deps.storage, 'read')
      .mockRejectedValueOnce(new StorageError('unavailable', 'SECRET-ENDPOINT of the store'));
    const response = await adminClient.request('GET', `/objects/${front}`);
    read.mockRestore();
    expect(response.statusCode).toBe(502);
    expect(response.json()).toMatchObject({
      code: 'document_unreachable',
      message: 'Unable to load document image',
    });
    expect(response.body).not.toContain('SECRET');
  });
});

describe('reading many identity documents', () => {
  const strict = setUpTestApp({ rateLimitFactor: 1 });

  test('opening many documents in an old session requires reauthentication', async () => {
    const { front: path } = await submitForm(strict, await strict.createUser());
    const client = await signIn(
      strict.app,
      await strict.createUser({ role: 'admin', password: testPassword }),
    );
    // Within 15 minutes after the login, opened documents are not counted.
    for (let opened = 0; opened < 25; opened += 1) {
      expect((await client.request('GET', path)).statusCode).toBe(200);
    }
    strict.clock.advance(16 * 60_000);
    // After that, an admin may open 20 documents per hour without reauthentication.
    for (let opened = 0; opened < 20; opened += 1) {
      expect((await client.request('GET', path)).statusCode).toBe(200);
    }
    for (const url of [path, `${path}?download`, `/objects/${unknown}`]) {
      const response = await client.request('GET', url);
      expect(response.statusCode).toBe(403);
      expect(response.json().code).toBe('step_up_required');
    }
    const proof = await client.request('POST', '/trpc/security.confirmIdentity', { password: testPassword });
    expect(proof.statusCode).toBe(200);
    expect((await client.request('GET', path)).statusCode).toBe(200);
    strict.clock.advance(-16 * 60_000);
  });

  test('rejected requests are rate limited, so that they cannot fill the audit log', async () => {
    const client = await signIn(strict.app, await strict.createUser({ password: testPassword }));
    const statuses: number[] = [];
    for (let count = 0; count < 70; count += 1) {
      statuses.push((await client.request('GET', `/objects/${unknown}`)).statusCode);
    }
    expect(statuses.filter((status) => status === 404)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const rejected = await strict.deps.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'document.refused')
      .where(sql<boolean>`details ->> 'reason' = 'not an admin'`)
      .execute();
    expect(rejected).toHaveLength(60);
  });
});
