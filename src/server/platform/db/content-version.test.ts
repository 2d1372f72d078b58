import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../../testing/http-client.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { cloneDatabase } from '../../../testing/test-db.ts';
import { cachedContent, contentKinds, contentVersion } from './content-version.ts';
import { inTransaction } from './database.ts';

/** Two servers on one database. */
let here: TestApp;
let there: TestApp;
let hereUrl: string;
let thereUrl: string;

beforeAll(async () => {
  const shared = await cloneDatabase();
  const env = { ENCRYPTION_KEY: 'the same key on every server of one academy' };
  here = await createTestApp({ database: shared, env });
  there = await createTestApp({ database: { ...shared, drop: async () => undefined }, env });
  hereUrl = await here.app.listen({ host: '127.0.0.1', port: 0 });
  thereUrl = await there.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await there.close();
  await here.close();
});

let number = 0;
async function addProduct(app: TestApp): Promise<string> {
  number += 1;
  const title = `Product ${number}`;
  await app.deps.db
    .insertInto('products')
    .values({ type: 'pdf', product_number: number, title, price_cents: 500 })
    .execute();
  return title;
}

async function titles(app: TestApp): Promise<string[]> {
  const response = await fetch(`${app === here ? hereUrl : thereUrl}/api/products`);
  const products: { title: string }[] = await response.json();
  return products.map(({ title }) => title);
}

describe('the cache of GET /api/products is invalidated by each write, on every server', () => {
  it('the list on one server shows each of two hundred writes on the other server immediately', async () => {
    for (let turn = 0; turn < 100; turn += 1) {
      const added = await addProduct(here);
      expect(await titles(there)).toContain(added);
      const renamed = `Renamed ${turn}`;
      await there.deps.db
        .updateTable('products')
        .set({ title: renamed })
        .where('title', '=', added)
        .execute();
      const seen = await titles(here);
      expect(seen).toContain(renamed);
      expect(seen).not.toContain(added);
    }
  });

  it('the list shows no uncommitted or rolled-back write', async () => {
    const before = await titles(there);
    const written = Promise.withResolvers<void>();
    const seen = Promise.withResolvers<void>();
    const failed = inTransaction(here.deps.db, async (trx) => {
      await trx.updateTable('products').set({ is_active: false }).execute();
      written.resolve();
      await seen.promise;
      throw new Error('rolled back');
    });
    await written.promise;
    expect(await titles(there)).toEqual(before);
    seen.resolve();
    await expect(failed).rejects.toThrow('rolled back');
    expect(await titles(there)).toEqual(before);
  });

  it('the list shows each write immediately during concurrent writes and reads on both servers', async () => {
    const seen = await Promise.all(
      Array.from({ length: 40 }, async (_, turn) => {
        const [writer, reader] = turn % 2 === 0 ? [here, there] : [there, here];
        const title = await addProduct(writer);
        const lists = await Promise.all([titles(reader), titles(writer), titles(reader)]);
        return lists.every((list) => list.includes(title));
      }),
    );
    expect(seen).not.toContain(false);
  });

  it('a request with a known ETag returns 304 with an empty body, and after a write, 200 with another ETag', async () => {
    const first = await fetch(`${hereUrl}/api/products`);
    const { 'cache-control': caching, vary, etag = '' } = Object.fromEntries(first.headers);
    expect({ caching, vary }).toEqual({ caching: 'private, no-cache', vary: 'cookie' });
    const getProducts = (value: string) =>
      fetch(`${thereUrl}/api/products`, { headers: { 'if-none-match': value } });
    for (const value of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await getProducts(value);
      expect([again.status, await again.text()], value).toEqual([304, '']);
    }
    await addProduct(here);
    const changed = await getProducts(etag);
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it('a logged-in user gets their own list, never a cached one', async () => {
    const user = await here.createUser({ password: 'correct horse battery' });
    const product = await here.deps.db
      .selectFrom('products')
      .select(['id', 'title'])
      .limit(1)
      .executeTakeFirstOrThrow();
    await here.deps.db
      .insertInto('purchases')
      .values({
        user_id: user.userId,
        product_id: product.id,
        product_type: 'pdf',
        product_name: product.title,
        amount_cents: 500,
        status: 'completed',
        purchased_at: new Date(),
      })
      .execute();
    const visitor = await fetch(`${hereUrl}/api/products`);
    const client = await signIn(here.app, user);
    const own = await client.request('GET', '/api/products', undefined, {
      'if-none-match': visitor.headers.get('etag') ?? '',
    });
    expect(own.statusCode).toBe(200);
    expect(own.headers['cache-control']).toBe('private, no-store');
    const owned = own.json<{ id: number; owned: boolean }[]>().filter((row) => row.owned);
    expect(owned.map(({ id }) => id)).toEqual([product.id]);
    const forVisitors: { owned: boolean }[] = await visitor.json();
    expect(forVisitors.filter((row) => row.owned)).toEqual([]);
  });
});

describe('content versions', () => {
  const writes = {
    products: sql`update products set title = title`,
    plans: sql`update plans set price_cents = price_cents`,
    coaching_pdfs: sql`insert into coaching_pdfs (pdf_number, title, required_plan) values (10, 'Ten', 'gold')`,
    settings: sql`insert into settings (key, value) values ('claimMembers', '"7"')`,
    site_texts: sql`insert into site_texts (key, version, value) values ('heroTitle', 1, 'Play')`,
    site_logos: sql`insert into site_logos (theme, image, hash, width, height) values ('dark', '', 'h', 1, 1)`,
    daily_spots: sql`update daily_spots set question = question`,
  };

  it.each(contentKinds)('a write to %s changes the version of this content and no other', async (kind) => {
    const versions = () => Promise.all(contentKinds.map((each) => contentVersion(here.deps.db, [each])));
    const before = await versions();
    await writes[kind].execute(there.deps.db);
    const after = await versions();
    expect(contentKinds.filter((_, index) => before[index] !== after[index])).toEqual([kind]);
  });

  it('all servers return the same versions', async () => {
    expect(await contentVersion(here.deps.db, contentKinds)).toBe(
      await contentVersion(there.deps.db, contentKinds),
    );
  });

  it('if computing a value fails, nothing is cached, and the next call computes the value again', async () => {
    let calls = 0;
    const make = cachedContent(['products'], async () => {
      calls += 1;
      if (calls === 1) throw new Error('unavailable');
      return calls;
    });
    await expect(make(here.deps.db)).rejects.toThrow('unavailable');
    expect(await make(here.deps.db)).toBe(2);
    expect(await make(here.deps.db)).toBe(2);
  });
});
