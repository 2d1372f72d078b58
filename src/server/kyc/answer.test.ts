import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '../../shared/durations.ts';
import type { RequestedItem } from '../../shared/kyc/kyc-reasons.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import { sweepUploads } from '../uploads/sweep.operations.ts';
import { eraseDecidedDocuments } from './retention.operations.ts';
import { submitForm } from './testing/applicants.ts';

const typed = {
  firstName: 'Vera',
  lastName: 'Castellan',
  dateOfBirth: '1991-04-12',
  phoneNumber: '+351 21 555 0134',
  address: '8 Rua do Cais',
  city: 'Porto',
  state: 'Porto',
  country: 'Portugal',
  postalCode: '4000-001',
  documentType1: 'passport',
  documentType2: 'passport',
} as const;
const numbers = { documentNumber1: 'PT-445566', documentNumber2: 'PT-778899' };

const app = setUpTestApp();
let admin: TestUser;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin' });
});

/**
 * Creates a user whose application was sent back with these requested items. Without items, the application stays
 * pending.
 */
async function createRequest(requestedItems: RequestedItem[]) {
  const user = await app.createUser();
  const { id } = await submitForm(app, user, { ...typed, ...numbers });
  if (requestedItems.length > 0) {
    await app.caller(admin).admin.kyc.setStatus({ id, status: 'requires_review', requestedItems });
  }
  return { user, caller: app.caller(user), id };
}

const viewOf = async (id: string) => (await app.caller(admin).admin.kyc.get({ id })).application;

async function bytesOf(objectPath: string): Promise<Buffer> {
  const row = await app.deps.db
    .selectFrom('uploads')
    .select('storage_key')
    .where('id', '=', objectPath.slice('/objects/'.length))
    .executeTakeFirstOrThrow();
  const file = await app.deps.storage.read(row.storage_key);
  if (!file) throw new Error('no such file');
  return buffer(file.body);
}

const rejection = (fields: Record<string, unknown>) => ({ cause: expect.objectContaining({ fields }) });

describe('the request for documents', () => {
  test('shows the applicant their previous input, with masked document numbers', async () => {
    const { caller, id } = await createRequest(['back_side']);
    const request = await caller.kyc.openRequest();
    expect(request).toMatchObject({
      ...typed,
      id,
      requestedItems: ['back_side'],
      documentNumberEnd1: '5566',
      documentNumberEnd2: '8899',
      frontStays: true,
      backStays: true,
      numbersStay: true,
    });
    expect(JSON.stringify(request)).not.toContain('445566');
  });

  test('no request is returned for a pending or approved application, and another user does not get the applicant’s request', async () => {
    expect(await (await createRequest([])).caller.kyc.openRequest()).toBeNull();
    const { caller, id } = await createRequest(['front_side']);
    const otherUser = await createRequest([]);
    expect(await otherUser.caller.kyc.openRequest()).toBeNull();
    await app.caller(admin).admin.kyc.setStatus({ id, status: 'approved' });
    expect(await caller.kyc.openRequest()).toBeNull();
  });
});

describe('details of a rejected application', () => {
  test('the details are returned to the applicant, without document numbers, until the applicant applies again', async () => {
    const { user, caller, id } = await createRequest([]);
    expect(await caller.kyc.lastDetails()).toBeNull();
    await app.caller(admin).admin.kyc.setStatus({ id, status: 'rejected' });
    const details = await caller.kyc.lastDetails();
    expect(details).toMatchObject(typed);
    expect(JSON.stringify(details)).not.toMatch(/445566|8899/);
    expect(await (await createRequest([])).caller.kyc.lastDetails()).toBeNull();
    await submitForm(app, user);
    expect(await caller.kyc.lastDetails()).toBeNull();
  });

  test('the details are not returned after a final rejection', async () => {
    const { caller, id } = await createRequest([]);
    await app.caller(admin).admin.kyc.setStatus({ id, status: 'rejected', canResubmit: false });
    expect(await caller.kyc.lastDetails()).toBeNull();
    await expect(caller.kyc.reuseSide({ side: 'front' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('the details state which images can be reused, and a copy of an image can be submitted again', async () => {
    const { caller, id } = await createRequest([]);
    await app.caller(admin).admin.kyc.setStatus({ id, status: 'rejected' });
    expect(await caller.kyc.lastDetails()).toMatchObject({ frontStays: true, backStays: true });
    const { objectPath } = await caller.kyc.reuseSide({ side: 'front' });
    const first = await app.deps.db
      .selectFrom('kyc_applications')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(objectPath).not.toContain(first.document_upload1);
    await caller.kyc.submitApplication({
      ...typed,
      ...numbers,
      documentImageUrl1: objectPath,
      documentImageUrl2: await app.uploadDocument(caller),
    });
    expect(await caller.kyc.myApplications()).toMatchObject([{ status: 'pending' }, { status: 'rejected' }]);
  });

  test('a user whose application was not rejected cannot reuse an image', async () => {
    const { id } = await createRequest([]);
    await app.caller(admin).admin.kyc.setStatus({ id, status: 'rejected' });
    const other = await createRequest([]);
    await expect(other.caller.kyc.reuseSide({ side: 'front' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('response to a request for documents', () => {
  test('a response needs only the requested side; the new application gets a copy of the other side', async () => {
    const { caller, id } = await createRequest(['back_side']);
    await expect(caller.kyc.answerRequest({ ...typed, id })).rejects.toMatchObject(
      rejection({ documentImageUrl2: 'Please upload a new picture of the back side' }),
    );
    const before = await viewOf(id);
    const documentImageUrl2 = await app.uploadDocument(caller);
    const answer = await caller.kyc.answerRequest({ ...typed, id, documentImageUrl2 });
    expect(answer).toMatchObject({ status: 'pending', requestedItems: [], supersededAt: null });
    const after = await viewOf(answer.id);
    expect(after).toMatchObject({ ...typed, ...numbers, documentImageUrl2 });
    expect(after.documentImageUrl1).not.toBe(before.documentImageUrl1);
    expect(await bytesOf(after.documentImageUrl1)).toEqual(await bytesOf(before.documentImageUrl1));
    expect((await viewOf(id)).supersededAt).not.toBeNull();
    expect(await caller.kyc.openRequest()).toBeNull();
    await expect(caller.kyc.answerRequest({ ...typed, id, documentImageUrl2 })).rejects.toMatchObject({
      cause: expect.objectContaining({ code: 'illegal_transition' }),
    });
  });

  test('the copied image remains when the previous application’s images are erased', async () => {
    const { caller, id } = await createRequest(['front_side']);
    const documentImageUrl1 = await app.uploadDocument(caller);
    const answer = await caller.kyc.answerRequest({ ...typed, id, documentImageUrl1 });
    const copiedBack = (await viewOf(answer.id)).documentImageUrl2;
    const old = (await viewOf(id)).documentImageUrl2;
    app.clock.advance(31 * dayMs);
    await eraseDecidedDocuments(app.deps, 30);
    app.clock.advance(-31 * dayMs);
    await expect(bytesOf(old)).rejects.toThrow('no such file');
    expect((await bytesOf(copiedBack)).length).toBeGreaterThan(100);
    expect(await viewOf(answer.id)).toMatchObject(numbers);
  });

  test('a response can also change fields that were not requested; a requested proof of address must replace one of the two images', async () => {
    const { caller, id } = await createRequest(['proof_of_address', 'explanation']);
    await expect(caller.kyc.answerRequest({ ...typed, id })).rejects.toMatchObject(
      rejection({ documentImageUrl1: expect.stringContaining('replace one of the two pictures') }),
    );
    const answer = await caller.kyc.answerRequest({
      ...typed,
      id,
      lastName: 'Castelhano',
      documentNumber1: 'PT-000111',
      documentImageUrl2: await app.uploadDocument(caller),
    });
    expect(await viewOf(answer.id)).toMatchObject({
      lastName: 'Castelhano',
      documentNumber1: 'PT-000111',
      documentNumber2: numbers.documentNumber2,
    });
  });

  test('a request for another document requires both sides and both numbers', async () => {
    const { caller, id } = await createRequest(['other_document']);
    await expect(caller.kyc.answerRequest({ ...typed, id })).rejects.toMatchObject(
      rejection({
        documentImageUrl1: expect.any(String),
        documentImageUrl2: expect.any(String),
        documentNumber1: 'Document 1 number is required',
        documentNumber2: 'Document 2 number is required',
      }),
    );
  });

  test('an image that has been erased must be uploaded again', async () => {
    const { caller, id } = await createRequest(['back_side']);
    const { documentImageUrl1 } = await viewOf(id);
    await app.deps.db
      .updateTable('uploads')
      .set({ status: 'erased', erased_at: new Date() })
      .where('id', '=', documentImageUrl1.slice('/objects/'.length))
      .execute();
    expect(await caller.kyc.openRequest()).toMatchObject({ frontStays: false, backStays: true });
    const documentImageUrl2 = await app.uploadDocument(caller);
    await expect(caller.kyc.answerRequest({ ...typed, id, documentImageUrl2 })).rejects.toMatchObject(
      rejection({ documentImageUrl1: 'We no longer have this picture. Please upload it again.' }),
    );
  });

  test('a response to another user’s application or with another user’s files is rejected', async () => {
    const victim = await createRequest(['back_side']);
    const thief = await createRequest(['back_side']);
    await expect(
      thief.caller.kyc.answerRequest({
        ...typed,
        id: victim.id,
        documentImageUrl2: await app.uploadDocument(thief.caller),
      }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const stolen = await app.uploadDocument(victim.caller);
    for (const reference of [stolen, (await viewOf(victim.id)).documentImageUrl1]) {
      await expect(
        thief.caller.kyc.answerRequest({ ...typed, id: thief.id, documentImageUrl2: reference }),
      ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  test('only one of ten concurrent responses is accepted, and `sweepUploads` erases the images of the others', async () => {
    const { caller, id, user } = await createRequest(['back_side']);
    const sides = await Promise.all(Array.from({ length: 10 }, async () => app.uploadDocument(caller)));
    const answers = await Promise.allSettled(
      sides.map((documentImageUrl2) => caller.kyc.answerRequest({ ...typed, id, documentImageUrl2 })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const current = await app.deps.db
      .selectFrom('kyc_applications')
      .select('id')
      .where('user_id', '=', user.userId)
      .where('superseded_at', 'is', null)
      .execute();
    expect(current).toHaveLength(1);
    app.clock.advance(dayMs + 60_000);
    await sweepUploads(app.deps);
    app.clock.advance(-dayMs - 60_000);
    const remaining = await app.deps.db
      .selectFrom('uploads')
      .select('status')
      .where('user_id', '=', user.userId)
      .where('status', '<>', 'erased')
      .execute();
    // Two images of the first application and two of the accepted response.
    expect(remaining).toEqual(Array.from({ length: 4 }, () => ({ status: 'claimed' })));
  });
});
