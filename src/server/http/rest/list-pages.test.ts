import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type HttpClient, httpClient } from '../../../testing/http-client.ts';
import { setUpTestApp, testPassword } from '../../../testing/test-app.ts';
import { submitForm } from '../../kyc/testing/applicants.ts';
import { buy, createAdmin, createTestProduct } from '../../payments/testing/purchases.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let adminClient: HttpClient;
let applicant: string;
/** Ids of Ada's applications, oldest first. */
const applications: string[] = [];
const titles = ['Blind Defense', 'River Bluffs', 'Turn Play'];

beforeAll(async () => {
  const admin = await createAdmin(app);
  const ada = await app.createUser({ firstName: 'Ada', lastName: 'Quinn' });
  applicant = ada.userId;
  for (const [index, title] of titles.entries()) {
    app.clock.advance(60_000);
    applications.push((await submitForm(app, ada, { firstName: 'Ada', lastName: `Quinn ${index}` })).id);
    await buy(app, ada, await createTestProduct(app, admin, { productNumber: index + 1, title }));
    // The sandbox dates charges in whole seconds of the real clock, so two purchases could have the same time.
    await app.deps.db
      .updateTable('purchases')
      .set({ purchased_at: app.deps.now() })
      .where('product_name', '=', title)
      .execute();
  }
  await submitForm(app, await app.createUser({ firstName: 'Bo', lastName: 'Lind' }));
  const { email } = await app.createUser({ role: 'admin', password: testPassword });
  adminClient = httpClient(app.app);
  expect(
    (await adminClient.request('POST', '/api/login', { email, password: testPassword })).statusCode,
  ).toBe(200);
}, 60_000);

async function read(url: string) {
  const response = await adminClient.request('GET', url);
  expect(response.statusCode, response.body).toBe(200);
  return { rows: response.json(), total: response.headers['x-total-count'] };
}
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
const namesOf = (rows: { productName: string }[]) => rows.map(({ productName }) => productName);

describe('the REST API', () => {
  it('sends all rows of a list, without the total number, if the request has no parameters', async () => {
    const { rows, total } = await read('/api/admin/purchases');
    expect(namesOf(rows)).toEqual(titles.toReversed());
    expect(total).toBeUndefined();
    expect((await read('/api/admin/kyc/applications')).rows).toHaveLength(4);
  });

  it('sends the requested page of the applications, and the total number', async () => {
    const ofAda = `/api/admin/kyc/applications?userId=${applicant}`;
    const whole = await read(ofAda);
    expect([idsOf(whole.rows), whole.total]).toEqual([applications.toReversed(), '3']);
    const second = await read(`${ofAda}&page=2&limit=2`);
    expect([idsOf(second.rows), second.total]).toEqual([applications.slice(0, 1), '3']);
    const oldest = await read(`${ofAda}&sort=oldest&limit=1`);
    expect([idsOf(oldest.rows), oldest.total]).toEqual([applications.slice(0, 1), '3']);
    // The filter omits superseded applications.
    const pending = await read(`${ofAda}&status=pending`);
    expect([idsOf(pending.rows), pending.total]).toEqual([applications.slice(2), '1']);
    const named = await read('/api/admin/kyc/applications?q=quinn 1');
    expect([idsOf(named.rows), named.total]).toEqual([applications.slice(1, 2), '1']);
    expect(await read(`${ofAda}&page=9&limit=2`)).toEqual({ rows: [], total: '3' });
  });

  it('sends the requested page of the purchases, and the total number', async () => {
    const second = await read('/api/admin/purchases?page=2&limit=1');
    expect([namesOf(second.rows), second.total]).toEqual([['River Bluffs'], '3']);
    const oldest = await read('/api/admin/purchases?sort=oldest&limit=2');
    expect([namesOf(oldest.rows), oldest.total]).toEqual([['Blind Defense', 'River Bluffs'], '3']);
    const found = await read('/api/admin/purchases?q=river&status=completed&type=pdf');
    expect([namesOf(found.rows), found.total]).toEqual([['River Bluffs'], '1']);
    expect(await read('/api/admin/purchases?status=refunded')).toEqual({ rows: [], total: '0' });
  });

  it('sends the requested page of the products, and the total number', async () => {
    const whole = await read('/api/admin/products');
    expect(whole.total).toBeUndefined();
    const part = await read('/api/admin/products?page=2&limit=2');
    expect([part.rows, part.total]).toEqual([whole.rows.slice(2), '3']);
    const shop = await read('/api/products?q=bluffs&limit=5');
    expect([shop.rows.map(({ title }: { title: string }) => title), shop.total]).toEqual([
      ['River Bluffs'],
      '1',
    ]);
  });

  it('sends admins the first 1,000 products if the request has no parameters, and the other products on further pages', async () => {
    await sql`insert into products (type, product_number, title, price_cents)
      select 'session', n, 'Session ' || n, 0 from generate_series(1, 1000) n`.execute(app.deps.db);
    const first = await read('/api/admin/products');
    expect([first.rows.length, first.total]).toEqual([1_000, undefined]);
    const second = await read('/api/admin/products?page=2');
    expect(second.total).toBe('1003');
    expect(second.rows.map(({ title }: { title: string }) => title)).toEqual([
      'Session 998',
      'Session 999',
      'Session 1000',
    ]);
  });

  it.each([
    ['/api/admin/purchases?page=0', 'page'],
    ['/api/admin/purchases?limit=1001', 'limit'],
    ['/api/admin/kyc/applications?limit=', 'limit'],
    ['/api/admin/kyc/applications?page=1.5', 'page'],
    ['/api/admin/kyc/applications?status=odd', 'status'],
    ['/api/admin/products?page=x', 'page'],
    ['/api/products?limit=-1', 'limit'],
  ])('rejects %s', async (url, field) => {
    const response = await adminClient.request('GET', url);
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toEqual([field]);
  });
});
