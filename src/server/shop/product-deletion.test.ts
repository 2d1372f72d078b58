import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminProduct } from '../../shared/shop/products.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import type { Actor, AdminActor } from '../actor.ts';
import { createCoach } from '../coaching/testing/asked-questions.ts';
import { createAdmin, createTestProduct } from '../payments/testing/purchases.ts';
import { createTestDeck } from '../practice/testing/test-decks.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let coach: TestUser;

beforeAll(async () => {
  admin = await createAdmin(app);
  coach = await createCoach(app, admin);
});

const createFree = () => createTestProduct(app, admin, { type: 'session', isFree: true, content: 'Text' });
const placeIn = ({ id }: AdminProduct) => ({ kind: 'session' as const, id, atSeconds: null });
const products = () => app.caller(admin).admin.products;
const remove = ({ id }: AdminProduct) => products().delete({ id });
const hidden = ({ id }: AdminProduct) => expect.objectContaining({ id, isActive: false });

/** How a student uses a product without buying it, by the table or the column that stores it. */
const uses: Record<string, (student: Actor, product: AdminProduct) => Promise<unknown>> = {
  user_progress: (student, { id }) => app.caller(student).learning.markComplete({ sessionId: id }),
  'session_notes.session_id': (student, product) =>
    app.caller(student).learning.addNote({ place: placeIn(product), text: 'Fold the bottom pairs' }),
  'session_notes.product_id': ({ userId }, { id }) =>
    app.deps.db
      .insertInto('session_notes')
      .values({ user_id: userId, product_id: id, page: 1, text: 'Fold the bottom pairs' })
      .execute(),
  reading_positions: ({ userId }, { id }) =>
    app.deps.db
      .insertInto('reading_positions')
      .values({ user_id: userId, product_id: id, page: 1, page_count: 2 })
      .execute(),
  bookmarks: ({ userId }, { id }) =>
    app.deps.db.insertInto('bookmarks').values({ user_id: userId, product_id: id }).execute(),
  deck_students: async (student, { id }) => {
    const { drillId } = await createTestDeck(app, coach, { place: { kind: 'session', id } });
    const answer = { drillId, version: 1, chosen: 0, tookMs: 0, agoMs: 0 };
    await app.caller(student).drills.attempt({ id: randomUUID(), ...answer });
  },
};

describe('deleting a product that nobody has bought', () => {
  it.each(Object.entries(uses))('archives a free product if a student has used it (%s)', async (_, use) => {
    const product = await createFree();
    await use(await app.createUser(), product);
    expect(await remove(product)).toEqual({ archived: true });
    expect(await products().listArchived()).toContainEqual(hidden(product));
  });

  it('checks each table that has rows of users and from which deleting a product deletes rows', async () => {
    const { rows } = await sql<{ name: string }>`
      with recursive lost as (
        select 'products'::regclass::oid as id
        union
        select conrelid from pg_constraint join lost on confrelid = lost.id where contype = 'f' and confdeltype = 'c'
      )
      select attrelid::regclass::text as name from lost join pg_attribute on attrelid = lost.id
      where attname = 'user_id'`.execute(app.deps.db);
    const used = new Set(Object.keys(uses).map((key) => key.split('.')[0]));
    // A drill has a state or a report of a student only after the student's first answer.
    const afterFirstAnswer = ['drill_states', 'drill_reports'];
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...used, ...afterFirstAnswer].toSorted());
  });

  it('students keep their notes on an archived product, and restoring it lists it as hidden', async () => {
    const student = await app.createUser();
    const { learning } = app.caller(student);
    const noted = await createFree();
    await learning.addNote({ place: placeIn(noted), text: 'Fold the bottom pairs' });
    await remove(noted);
    expect(await learning.listNotes()).toMatchObject([{ text: 'Fold the bottom pairs' }]);
    await products().restore({ id: noted.id });
    expect(await products().list()).toContainEqual(hidden(noted));
    expect(await products().listArchived()).not.toContainEqual(hidden(noted));
    expect(await learning.listNotes()).toMatchObject([{ text: 'Fold the bottom pairs' }]);
  });

  it('archives a product with a promotion code, whose name stays taken at Stripe', async () => {
    const product = await createTestProduct(app, admin);
    const { promotions } = app.caller(admin).admin;
    const { id } = await promotions.create({
      id: randomUUID(),
      code: 'ONLY-HERE',
      percentOff: 10,
      scope: { kind: 'product', productId: product.id },
    });
    expect(await remove(product)).toEqual({ archived: true });
    expect(await products().listArchived()).toContainEqual(hidden(product));
    expect((await promotions.list({})).items).toMatchObject([{ id, code: 'ONLY-HERE' }]);
  });

  it('deletes a product that only an admin has opened', async () => {
    const product = await createFree();
    for (const use of Object.values(uses)) await use(admin, product);
    expect(await remove(product)).toEqual({ archived: false });
    const left = [...(await products().list()), ...(await products().listArchived())];
    expect(left.map(({ id }) => id)).not.toContain(product.id);
  });

  it('leaves its title in the audit log', async () => {
    const product = await createTestProduct(app, admin, { title: 'Short lived' });
    await remove(product);
    const { items } = await app.caller(admin).admin.audit.list({ subjectId: String(product.id) });
    expect(items.map(({ action, subjectName }) => [action, subjectName])).toEqual([
      ['product.deleted', 'Short lived'],
      ['product.created', 'Short lived'],
    ]);
  });
});
