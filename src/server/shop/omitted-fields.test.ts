import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpClient } from '../../testing/http-client.ts';
import { createTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';
import { productInput } from '../payments/testing/purchases.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it('PUT with a few fields neither puts a hidden product on sale nor resets other fields', async () => {
  const { email } = await app.createUser({ role: 'admin', password: testPassword });
  const admin = httpClient(app.app);
  expect((await admin.request('POST', '/api/login', { email, password: testPassword })).statusCode).toBe(200);
  const stored = { productNumber: 43, description: 'Kept', difficulty: 'expert', isActive: false } as const;
  const created = await admin.request('POST', '/api/admin/products', {
    ...productInput({ ...stored, isFree: true, author: 'Mara Ellis' }),
  });
  expect(created.statusCode, created.body).toBe(201);
  const path = `/api/admin/products/${created.json().id}`;

  const few = { type: 'pdf', title: 'Renamed', price: 1999 };
  const changed = await admin.request('PUT', path, few);
  expect(changed.json()).toMatchObject({ ...stored, ...few, isFree: true, author: 'Mara Ellis' });
  const cleared = await admin.request('PUT', path, {
    ...few,
    description: null,
    author: null,
    productNumber: null,
  });
  expect(cleared.json()).toMatchObject({ ...few, description: '', author: null, productNumber: 43 });
});
