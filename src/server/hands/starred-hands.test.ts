import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maxBookmarks } from '../../shared/learning/bookmarks.ts';
import type { AdminProduct } from '../../shared/shop/products.ts';
import { changePurchases } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import { saveCoachingPlan } from '../access/testing/stored-files.ts';
import type { AdminActor } from '../actor.ts';
import { buy, createAdmin, createTestProduct } from '../payments/testing/purchases.ts';
import { storeAcademyHands } from './academy-hands.operations.ts';
import { savedText } from './testing/saved-texts.ts';

const title = 'Thin value on a paired river';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let session: AdminProduct;
let id: string;
let other: string;

beforeAll(async () => {
  admin = await createAdmin(app);
  session = await createTestProduct(app, admin, { type: 'session', productNumber: 41, title: 'Final Table' });
  await saveCoachingPlan(app, admin, 8, 'diamond');
});
beforeEach(async () => {
  await app.deps.db.deleteFrom('hands').execute();
  const stored = await storeAcademyHands(app.deps);
  id = stored.get('thin-value') ?? '';
  other = [...stored.values()].find((each) => each !== id) ?? '';
});

const hands = (user: TestUser | AdminActor) => app.caller(user as TestUser).hands;
const star = (user: TestUser, handId = id, starred = true) => hands(user).star({ id: handId, starred });
const gone = { cause: { code: 'not_found' } };
const withdraw = (isPublic = false) => hands(admin).setAcademyHandPublic({ id, isPublic });
const attach = (
  place: { kind: 'session'; id: number; atSeconds: number } | { kind: 'plan'; id: number; page: number },
) =>
  app
    .caller(admin as TestUser & AdminActor)
    .admin.hands.attach({ handId: id, place, atAction: null, caption: '' });

describe('stars of the academy’s hands', () => {
  it('a star needs access to the hand: it is refused for students’ hands, withdrawn hands and unknown hands', async () => {
    const [student, stranger] = [await app.createUser(), await app.createUser()];
    const own = await savedText(app, student);
    await withdraw();
    await attach({ kind: 'session', id: session.id, atSeconds: 5 });
    await attach({ kind: 'plan', id: 8, page: 1 });
    for (const user of [student, stranger]) {
      for (const hand of [own, id, randomUUID()]) {
        await expect(star(user, hand)).rejects.toMatchObject(gone);
        expect(await star(user, hand, false)).toEqual([]);
      }
    }
    await buy(app, student, session);
    expect(await star(student)).toMatchObject([{ id, title }]);
    await expect(star(stranger)).rejects.toMatchObject(gone);
    expect(await star(stranger, id, false)).toEqual([]);
    expect(await hands(student).starred()).toMatchObject([{ id }]);
  });

  it('starred hands are listed newest first, with their current titles, and only to the user', async () => {
    const student = await app.createUser();
    await star(student);
    app.clock.advance(1_000);
    expect((await star(student, other)).map((hand) => hand.id)).toEqual([other, id]);
    const { academy } = await hands(admin).get({ id });
    const edit = { id, title: 'Thin value', lesson: 'Bet.', editedFrom: academy?.updatedAt ?? '' };
    await hands(admin).editAcademyHand(edit);
    expect(await star(student, other, false)).toMatchObject([{ id, title: 'Thin value' }]);
    expect(await hands(await app.createUser()).starred()).toEqual([]);
  });

  it('twenty concurrent requests set one star, and remove it', async () => {
    const student = await app.createUser();
    await Promise.all(Array.from({ length: 20 }, () => star(student)));
    expect(await hands(student).starred()).toHaveLength(1);
    await Promise.all(Array.from({ length: 20 }, () => star(student, id, false)));
    expect(await hands(student).starred()).toEqual([]);
  });

  it('stars are limited to five hundred, even in concurrent requests', async () => {
    const student = await app.createUser();
    const { id: _, ...row } = await app.deps.db
      .selectFrom('hands')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const more = Array.from({ length: maxBookmarks - 1 }, () => ({
      ...row,
      id: randomUUID(),
      model: JSON.stringify(row.model),
    }));
    await app.deps.db.insertInto('hands').values(more).execute();
    await app.deps.db
      .insertInto('starred_hands')
      .values(more.map((hand) => ({ user_id: student.userId, hand_id: hand.id })))
      .execute();
    const results = await Promise.allSettled([id, other].map((hand) => star(student, hand)));
    const outcomes = results.map((one) => (one.status === 'fulfilled' ? 'ok' : one.reason.cause.code));
    expect(outcomes.toSorted()).toEqual(['conflict', 'ok']);
    expect(await hands(student).starred()).toHaveLength(maxBookmarks);
  });
});

describe('a starred hand that is withdrawn', () => {
  it('is not listed while it is withdrawn, except to coaches and admins; its star can be removed', async () => {
    const [student, staff] = [await app.createUser(), admin as AdminActor & TestUser];
    for (const user of [student, staff]) await star(user);
    await withdraw();
    expect(await hands(student).starred()).toEqual([]);
    expect(await hands(staff).starred()).toMatchObject([{ id }]);
    await withdraw(true);
    expect(await hands(student).starred()).toMatchObject([{ id }]);
    await withdraw();
    await star(student, id, false);
    await withdraw(true);
    expect(await hands(student).starred()).toEqual([]);
  });

  it.each(['attached', 'in the text'])(
    'stays listed after access to its session ended (%s), but not while the session is hidden',
    async (where) => {
      const student = await app.createUser();
      const shown =
        where === 'attached'
          ? session
          : await createTestProduct(app, admin, {
              type: 'session',
              productNumber: 42,
              content: `:::hand ${title}`,
            });
      if (where === 'attached') await attach({ kind: 'session', id: session.id, atSeconds: 5 });
      await withdraw();
      await buy(app, student, shown);
      await star(student);
      await changePurchases(app, student, { status: 'refunded' });
      await expect(hands(student).get({ id })).rejects.toMatchObject(gone);
      expect(await hands(student).starred()).toMatchObject([{ id }]);
      const setActive = (is_active: boolean) =>
        app.deps.db.updateTable('products').set({ is_active }).where('id', '=', shown.id).execute();
      await setActive(false);
      expect(await hands(student).starred()).toEqual([]);
      await setActive(true);
      expect(await star(student, id, false)).toEqual([]);
    },
  );

  it('stays listed if a coaching plan shows it, and is gone when the hand is deleted', async () => {
    const student = await app.createUser();
    await star(student);
    await attach({ kind: 'plan', id: 8, page: 1 });
    await withdraw();
    expect(await hands(student).starred()).toMatchObject([{ id }]);
    await app.deps.db.deleteFrom('hands').where('id', '=', id).execute();
    expect(await hands(student).starred()).toEqual([]);
  });
});
