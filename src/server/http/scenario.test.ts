import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { httpClient, registration, sendDocument } from '../../testing/http-client.ts';
import { smallPdf } from '../../testing/small-pdf.ts';
import { setUpTestApp, testPassword } from '../../testing/test-app.ts';

const test = setUpTestApp({ stripe: 'sandbox' });

beforeAll(async () => {
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = test.app.server.address() as AddressInfo;
  test.sandbox.setWebhook({
    url: `http://127.0.0.1:${port}/api/stripe/webhook`,
    secret: test.webhookSecret,
  });
});

it('a student registers, is approved, buys and downloads over REST', async () => {
  const adminUser = await test.createUser({ role: 'admin', password: testPassword });
  const admin = httpClient(test.app);
  const signIn = { email: adminUser.email, password: testPassword };
  expect((await admin.request('POST', '/api/login', signIn)).statusCode).toBe(200);

  // The admin uploads a PDF and adds it to the shop.
  const pdf = await smallPdf('Three-Bet Pots');
  const file = (
    await admin.request('POST', '/api/objects/upload', {
      purpose: 'product',
      contentType: 'application/pdf',
      size: pdf.length,
      filename: 'three-bet.pdf',
    })
  ).json();
  expect(await test.put(file.uploadURL, pdf, { 'content-type': 'application/pdf' })).toBe(200);
  const created = await admin.request('POST', '/api/admin/products', {
    type: 'pdf',
    productNumber: 1,
    title: 'Three-Bet Pots',
    description: 'Sizes, checks and the turn plan.',
    difficulty: 'intermediate',
    price: 1999,
    isActive: true,
    isFree: false,
    filePath: file.uploadURL,
  });
  expect(created.statusCode).toBe(201);
  const productId = created.json().id;

  // A visitor uploads both sides of an identity document to signed URLs and registers.
  const student = httpClient(test.app);
  const sides: string[] = [];
  for (let side = 0; side < 2; side += 1) {
    const documentImageUrl = await sendDocument(test, student);
    const secured = await student.request('PUT', '/api/kyc/document', { documentImageUrl });
    sides.push(secured.json().objectPath);
  }
  const registered = await student.request(
    'POST',
    '/api/register',
    registration({ documentImageUrl1: sides[0], documentImageUrl2: sides[1] }),
  );
  expect(registered.statusCode).toBe(201);
  const studentId = registered.json().id;

  // The admin sees the application with both images and approves it with a note.
  const applications = (await admin.request('GET', `/api/admin/kyc/applications?userId=${studentId}`)).json();
  expect(applications).toHaveLength(1);
  expect(applications[0].user.id).toBe(studentId);
  for (const path of [applications[0].documentImageUrl1, applications[0].documentImageUrl2]) {
    const image = await admin.request('GET', path);
    expect(image.statusCode).toBe(200);
    expect(image.headers['content-type']).toBe('image/jpeg');
    expect(image.headers['cache-control']).toBe('private, no-store');
    expect((await student.request('GET', path)).statusCode).toBe(404);
  }
  const decided = await admin.request('PUT', `/api/admin/kyc/applications/${applications[0].id}/status`, {
    status: 'approved',
    adminNotes: 'Welcome',
  });
  expect(decided.statusCode).toBe(200);
  const history = (await student.request('GET', '/api/kyc/applications/user')).json();
  expect(history[0]).toMatchObject({ status: 'approved', adminNotes: 'Welcome' });
  expect((await student.request('GET', '/api/user')).json().kycStatus).toBe('approved');

  // The student buys. The client computes the amount in cents as dollars × 100 in floating point, which is not exact.
  expect((await student.request('GET', `/api/products/${productId}/download`)).statusCode).toBe(403);
  const checkout = await student.request('POST', '/api/create-purchase-session', {
    productType: 'pdf',
    productId: String(productId),
    productName: 'Three-Bet Pots',
    amount: 19.99 * 100,
  });
  expect(checkout.statusCode).toBe(200);
  const sessionId = /cs_test_\w+/.exec(checkout.json().url)?.[0] ?? '';
  expect((await student.request('POST', '/api/complete-purchase', { sessionId })).json()).toMatchObject({
    success: false,
  });
  await test.sandbox.pay(sessionId);
  await test.sandbox.settled();
  const completed = (await student.request('POST', '/api/complete-purchase', { sessionId })).json();
  expect(completed).toMatchObject({ success: true, purchaseKey: 'pdf-1' });
  expect((await student.request('GET', `/api/stripe/session/${sessionId}`)).json()).toEqual({
    metadata: { productName: 'Three-Bet Pots', productType: 'pdf' },
    amount_total: 1999,
  });
  expect((await student.request('GET', '/api/user')).json().purchases).toEqual(['pdf-1']);

  // The shop shows the product as owned, and the download is the uploaded file.
  const listed = (await student.request('GET', '/api/products')).json();
  expect(listed[0]).toMatchObject({ owned: true, filePath: `/api/products/${productId}/download` });
  const download = await student.request('GET', listed[0].filePath);
  expect(download.statusCode).toBe(200);
  expect(download.headers['content-disposition']).toMatch(/attachment; filename="[a-z0-9-]+\.pdf"/);
  expect(download.rawPayload.equals(pdf)).toBe(true);
  expect((await test.app.inject('/api/products')).json()[0]).toMatchObject({ owned: false, filePath: null });

  // The admin sees the purchase and the figures, and downloads an export.
  const purchases = (await admin.request('GET', '/api/admin/purchases')).json();
  expect(purchases[0]).toMatchObject({
    userId: studentId,
    purchaseKey: 'pdf-1',
    amount: 1999,
    status: 'completed',
    actualProduct: { price: 1999, isFree: false },
  });
  expect((await admin.request('GET', '/api/admin/analytics')).json()).toMatchObject({
    totalUsers: 2,
    approvedUsers: 1,
    pendingKyc: 0,
    rejectedApplications: 0,
    subscriptionStats: { free: 1, total: 0 },
    listPrices: { silver: 2999, gold: 5999, diamond: 9999 },
  });
  expect((await admin.request('GET', '/api/admin/recent-users')).json()[0].id).toBe(studentId);
  expect((await admin.request('GET', `/api/admin/user/${studentId}`)).json()).toMatchObject({
    kycNotes: 'Welcome',
    documentNumber1: 'X1234567',
    purchases: ['pdf-1'],
  });
  const json = await admin.request('GET', '/api/admin/export-users');
  expect(json.json()).toMatchObject({ totalUsers: 2, totalKycApplications: 1 });
  expect(json.body).not.toMatch(/argon2|quarantine|documents\//);
  expect(json.body).not.toContain('X1234567');
  const csv = await admin.request('GET', '/api/admin/export-users-csv');
  expect(csv.headers['content-disposition']).toMatch(/users-export-\d{4}-\d\d-\d\d\.csv/);
  // The lines are the header, two users, and an empty one after the last line break.
  expect(csv.body.split('\r\n')).toHaveLength(4);

  // Deleting a product that was sold archives it: the shop no longer shows it, and the buyer keeps access.
  expect((await admin.request('DELETE', `/api/admin/products/${productId}`)).statusCode).toBe(204);
  expect((await test.app.inject('/api/products')).json()).toEqual([]);
  expect((await student.request('GET', `/api/products/${productId}/download`)).statusCode).toBe(200);

  // The log contains no identity data and no secrets.
  const log = test.logs.join('\n');
  expect(log).not.toMatch(/X1234567|1990-01-31|whsec_|sk_test_|argon2id/);
});
