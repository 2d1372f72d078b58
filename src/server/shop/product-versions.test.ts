import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type HttpClient, httpClient, signIn } from '../../testing/http-client.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import { sendProductPdf, testPdf } from '../access/testing/stored-files.ts';
import { productInput } from '../payments/testing/purchases.ts';

const app = setUpTestApp();
let admin: TestUser;
let adminClient: HttpClient;
let student: TestUser;
let studentClient: HttpClient;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin', password: testPassword, firstName: 'Olive' });
  adminClient = await signIn(app.app, admin);
  student = await app.createUser({ password: testPassword });
  studentClient = await signIn(app.app, student);
});

const calls = () => app.caller(admin).admin;

let number = 700;
/** A product with two files; the second is current. */
async function unsoldWithTwoFiles() {
  number += 1;
  const [first, second] = [await testPdf(randomUUID()), await testPdf(randomUUID())];
  const send = (bytes: Buffer, filename: string) => sendProductPdf(app, admin, bytes, filename);
  const fields = productInput({ productNumber: number, type: 'pdf' });
  const product = await calls().products.create({ ...fields, filePath: await send(first, 'first.pdf') });
  await calls().products.update({ ...fields, id: product.id, filePath: await send(second, 'second.pdf') });
  return { id: product.id, fields, first, second };
}

/** A product that the student owns, with two files. */
async function withTwoFiles() {
  const product = await unsoldWithTwoFiles();
  await app.caller(admin).admin.users.grantProduct({
    id: student.userId,
    productId: String(product.id),
    reason: 'gift',
  });
  return product;
}

const downloaded = async (id: number) =>
  (await studentClient.request('GET', `/api/products/${id}/download`)).rawPayload;

describe('versions of a product’s file', () => {
  it('the list names the admin who added each version, and buyers get the latest version', async () => {
    const { id, second } = await withTwoFiles();
    expect(await calls().products.files({ id })).toMatchObject([
      { number: 2, fileName: 'second.pdf', sizeBytes: second.length, isCurrent: true, isKept: true },
      { number: 1, fileName: 'first.pdf', addedByName: 'Olive Whitfield', isCurrent: false },
    ]);
    expect(await downloaded(id)).toEqual(second);
  });

  it('concurrent requests restore a version only once, and buyers immediately get the restored version', async () => {
    const { id, fields, first } = await withTwoFiles();
    const [, former] = await calls().products.files({ id });
    const versionId = former?.id ?? '';
    const results = await Promise.all(
      Array.from({ length: 20 }, () => calls().products.restoreFile({ id, versionId })),
    );
    for (const versions of results) expect(versions.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
    expect(await downloaded(id)).toEqual(first);
    const audit = await app.deps.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'product.file_restored')
      .where('subject_id', '=', String(id))
      .execute();
    expect(audit).toHaveLength(1);
    // If the form is saved without a change of the file, the current file stays, and no version is created.
    const [listed] = (await calls().products.list()).filter((product) => product.id === id);
    await calls().products.update({ ...fields, id, filePath: listed?.filePath });
    expect(await calls().products.files({ id })).toHaveLength(2);
    expect(await downloaded(id)).toEqual(first);
  });

  it('an admin cannot restore a version after another admin has made another version current', async () => {
    const { id, fields } = await unsoldWithTwoFiles();
    const [second, first] = await calls().products.files({ id });
    const third = await sendProductPdf(app, admin, await testPdf(randomUUID()), 'third.pdf');
    await calls().products.update({ ...fields, id, filePath: third });
    const outdated = { id, versionId: first?.id ?? '', seenCurrentId: second?.id ?? '' };
    await expect(calls().products.restoreFile(outdated)).rejects.toMatchObject({ code: 'CONFLICT' });
    const [current] = await calls().products.files({ id });
    expect(current).toMatchObject({ fileName: 'third.pdf', isCurrent: true });
    await calls().products.restoreFile({ ...outdated, seenCurrentId: current?.id ?? '' });
    const versions = await calls().products.files({ id });
    expect(versions.map(({ isCurrent }) => isCurrent)).toEqual([false, false, true]);
  });

  it('only admins can download versions, and each download is audited', async () => {
    const { id, first } = await withTwoFiles();
    const [, former] = await calls().products.files({ id });
    const path = `/api/admin/products/${id}/files/${former?.id}`;
    const response = await adminClient.request('GET', path);
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload).toEqual(first);
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="[\w-]+-version-1\.pdf"$/),
    });
    expect((await studentClient.request('GET', path)).statusCode).toBe(403);
    expect((await httpClient(app.app).request('GET', path)).statusCode).toBe(401);
    const elsewhere = await withTwoFiles();
    for (const wrong of [
      `/api/admin/products/${elsewhere.id}/files/${former?.id}`,
      `/api/admin/products/${id}/files/${randomUUID()}`,
      `/api/admin/products/${id}/files/x`,
      `/api/admin/products/0/files/${former?.id}`,
    ]) {
      expect((await adminClient.request('GET', wrong)).statusCode, wrong).toBe(404);
    }
    const audit = await app.deps.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('action', '=', 'product.file_downloaded')
      .where('subject_id', '=', String(id))
      .execute();
    expect(audit).toEqual([{ actor_id: admin.userId }]);
  });

  it('deleting an unsold product erases every file that it has had', async () => {
    const { id } = await unsoldWithTwoFiles();
    const versions = app.deps.db.selectFrom('product_file_versions').where('product_id', '=', id);
    const ids = (await versions.select('upload_id').execute()).map(({ upload_id }) => upload_id);
    expect(await calls().products.delete({ id })).toEqual({ archived: false });
    const uploads = app.deps.db.selectFrom('uploads').select('status').where('id', 'in', ids);
    expect(await uploads.execute()).toEqual([{ status: 'erased' }, { status: 'erased' }]);
  });

  it('neither a version of another product nor a version whose file was erased can be restored', async () => {
    const one = await withTwoFiles();
    const other = await withTwoFiles();
    const [, former] = await calls().products.files({ id: other.id });
    const versionId = former?.id ?? '';
    await expect(calls().products.restoreFile({ id: one.id, versionId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await app.deps.db
      .updateTable('uploads')
      .set({ status: 'erased' })
      .where('filename', '=', 'first.pdf')
      .execute();
    expect((await calls().products.files({ id: other.id })).at(-1)).toMatchObject({ isKept: false });
    await expect(calls().products.restoreFile({ id: other.id, versionId })).rejects.toThrow(
      'no longer stored',
    );
  });
});

describe('concurrent edits of a product', () => {
  it('a save conflicts with the restoration of an earlier file, even in the same millisecond', async () => {
    const { id, fields } = await unsoldWithTwoFiles();
    const [, former] = await calls().products.files({ id });
    const [edited] = (await calls().products.list()).filter((product) => product.id === id);
    app.clock.set(new Date(edited?.updatedAt ?? ''));
    await calls().products.restoreFile({ id, versionId: former?.id ?? '' });
    const saved = calls().products.update({ ...fields, id, editedFrom: edited?.updatedAt });
    await expect(saved).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('a save conflicts if another admin has replaced the file, which the open editor still names', async () => {
    number += 1;
    const fields = productInput({ productNumber: number, type: 'pdf' });
    const sendPdf = async (name: string) => sendProductPdf(app, admin, await testPdf(randomUUID()), name);
    const edited = await calls().products.create({ ...fields, filePath: await sendPdf('first.pdf') });
    const { id, filePath, updatedAt } = edited;
    await calls().products.update({ ...fields, id, filePath: await sendPdf('second.pdf') });
    const other = await app.createUser({ role: 'admin', password: testPassword });
    const saved = app
      .caller(other)
      .admin.products.update({ ...fields, id, filePath: filePath ?? '', editedFrom: updatedAt });
    await expect(saved).rejects.toThrow('This product was changed while you were editing it');
  });

  it('of twenty saves with the same editedFrom, one succeeds and the others conflict', async () => {
    number += 1;
    const fields = productInput({ productNumber: number });
    const { id, updatedAt } = await calls().products.create(fields);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        calls().products.update({ ...fields, id, title: `Title ${index}`, editedFrom: updatedAt }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT' });
    }
    const audit = await app.deps.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'product.updated')
      .where('subject_id', '=', String(id))
      .execute();
    expect(audit).toHaveLength(1);
  });

  it('saves without editedFrom, as in the REST API, overwrite the product', async () => {
    number += 1;
    const fields = productInput({ productNumber: number });
    const { id } = await calls().products.create(fields);
    await calls().products.update({ ...fields, id, title: 'One' });
    expect(await calls().products.update({ ...fields, id, title: 'Two' })).toMatchObject({ title: 'Two' });
  });
});
