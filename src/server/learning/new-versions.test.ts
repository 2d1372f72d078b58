import { beforeAll, expect, it } from 'vitest';
import { changePurchases, changeUser } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import { authorizeFile, recordAccess } from '../access/file-access.operations.ts';
import { sendProductPdf, testPdf } from '../access/testing/stored-files.ts';
import type { AdminActor, RequestMetadata } from '../actor.ts';
import { buy, createAdmin, createTestProduct } from '../payments/testing/purchases.ts';
import { announceNewVersions } from './new-versions.operations.ts';

const hour = 60 * 60 * 1000;
const metadata: RequestMetadata = { ip: '192.0.2.1', requestId: 'test', userAgent: null };

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let productId: number;
let reader: TestUser;
let refunded: TestUser;
let unsubscribed: TestUser;
let upToDate: TestUser;
let suspended: TestUser;

async function open(user: TestUser): Promise<void> {
  const file = await authorizeFile(app.deps, user, { kind: 'product', idText: String(productId) });
  await recordAccess(app.deps, user, file, metadata, false);
}

async function replaceFile(text: string): Promise<void> {
  const product = (await app.caller(admin).admin.products.list()).find(({ id }) => id === productId);
  if (!product) throw new Error('no product');
  const filePath = await sendProductPdf(app, admin, await testPdf(text));
  await app.caller(admin).admin.products.update({ ...product, filePath });
}

const emails = () =>
  app.deps.db
    .selectFrom('mail_messages')
    .select(['user_id', 'subject'])
    .where('kind', '=', 'new_version')
    .execute();

beforeAll(async () => {
  admin = await createAdmin(app);
  const product = await createTestProduct(app, admin, {
    title: 'River Bluffs',
    filePath: await sendProductPdf(app, admin, await testPdf('First edition')),
  });
  productId = product.id;
  [reader, refunded, unsubscribed, upToDate, suspended] = await Promise.all([
    app.createUser(),
    app.createUser(),
    app.createUser(),
    app.createUser(),
    app.createUser(),
  ]);
  for (const user of [reader, refunded, unsubscribed, upToDate, suspended]) {
    await buy(app, user, product);
    await open(user);
  }
  await changePurchases(app, refunded, { status: 'refunded' });
  await changeUser(app, suspended, { suspended_at: new Date() });
  await app.caller(unsubscribed).email.setPreference({ kind: 'new_version', enabled: false });
});

it('a new version of a PDF is announced once, an hour later, to users who opened only an earlier version and who can log in, have access and want the email', async () => {
  await replaceFile('Second edition');
  expect(await announceNewVersions(app.deps)).toBe(0);
  await replaceFile('Third edition');
  await open(upToDate);
  app.clock.advance(hour + 1);
  await Promise.all([announceNewVersions(app.deps), announceNewVersions(app.deps)]);
  expect(await announceNewVersions(app.deps)).toBe(0);
  expect(await emails()).toMatchObject([{ user_id: reader.userId, subject: 'New version: River Bluffs' }]);
});

it('a version that was added more than a week ago is not announced', async () => {
  await replaceFile('Fourth edition');
  app.clock.advance(8 * 24 * hour);
  expect(await announceNewVersions(app.deps)).toBe(0);
});
