import { beforeAll, describe, expect, it } from 'vitest';
import { type BookmarkPlace, maxBookmarks } from '../../shared/learning/bookmarks.ts';
import type { AdminProduct } from '../../shared/shop/products.ts';
import { changePurchases } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import { saveCoachingPlan, sendProductPdf, testPdf } from '../access/testing/stored-files.ts';
import type { AdminActor } from '../actor.ts';
import { buy, createAdmin, createTestProduct } from '../payments/testing/purchases.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let pdf: AdminProduct;
let session: AdminProduct;

beforeAll(async () => {
  admin = await createAdmin(app);
  pdf = await createTestProduct(app, admin, {
    productNumber: 40,
    title: 'River Bluffs',
    filePath: await sendProductPdf(app, admin, await testPdf('River Bluffs', 7)),
  });
  session = await createTestProduct(app, admin, { type: 'session', productNumber: 41, title: 'Final Table' });
  await saveCoachingPlan(app, admin, 1, 'free');
  await saveCoachingPlan(app, admin, 8, 'diamond');
});

const learning = (user: TestUser) => app.caller(user).learning;
const mark = (user: TestUser, place: BookmarkPlace, marked = true) =>
  learning(user).setBookmark({ place, marked });

async function buyer(): Promise<TestUser> {
  const user = await app.createUser();
  for (const product of [pdf, session]) await buy(app, user, product);
  return user;
}

describe('bookmarks', () => {
  it('bookmarks can be set on sessions and pages, are listed newest first, and can be removed', async () => {
    const user = await buyer();
    const places: BookmarkPlace[] = [
      { kind: 'session', id: session.id },
      { kind: 'product', id: pdf.id, page: 3 },
      { kind: 'product', id: pdf.id, page: 7 },
      { kind: 'plan', id: 1, page: 1 },
    ];
    for (const place of places) {
      app.clock.advance(1_000);
      await mark(user, place);
    }
    expect(await learning(user).listBookmarks()).toMatchObject([
      { kind: 'plan', id: 1, page: 1, title: 'Plan 1' },
      { kind: 'product', id: pdf.id, page: 7, title: 'River Bluffs' },
      { kind: 'product', id: pdf.id, page: 3 },
      { kind: 'session', id: session.id, page: null, title: 'Final Table' },
    ]);
    const remaining = await mark(user, { kind: 'product', id: pdf.id, page: 3 }, false);
    expect(remaining.map(({ page }) => page)).toEqual([1, 7, null]);
  });

  it('bookmarks are unique per place, even in concurrent requests', async () => {
    const user = await buyer();
    const place = { kind: 'session', id: session.id } as const;
    await Promise.all(Array.from({ length: 20 }, () => mark(user, place)));
    expect(await learning(user).listBookmarks()).toHaveLength(1);
    await Promise.all(Array.from({ length: 20 }, () => mark(user, place, false)));
    expect(await learning(user).listBookmarks()).toEqual([]);
  });

  it('setting a bookmark requires access to the place, and users see only their own bookmarks', async () => {
    const [user, other] = [await buyer(), await app.createUser()];
    await mark(user, { kind: 'session', id: session.id });
    for (const place of [
      { kind: 'session', id: session.id },
      { kind: 'product', id: pdf.id, page: 1 },
      { kind: 'plan', id: 8, page: 1 },
    ] satisfies BookmarkPlace[]) {
      await expect(mark(other, place), place.kind).rejects.toMatchObject({ code: 'FORBIDDEN' });
      // Removing a bookmark that does not exist is allowed, and never affects another user's bookmark.
      expect(await mark(other, place, false)).toEqual([]);
    }
    for (const place of [
      { kind: 'session', id: 999_999 },
      { kind: 'session', id: pdf.id },
      { kind: 'product', id: 999_999, page: 1 },
      { kind: 'plan', id: 5, page: 1 },
    ] satisfies BookmarkPlace[]) {
      await expect(mark(user, place), JSON.stringify(place)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await learning(other).listBookmarks()).toEqual([]);
    expect(await learning(user).listBookmarks()).toHaveLength(1);
  });

  it('a page that the PDF does not have cannot be bookmarked, but its bookmark can be removed', async () => {
    const user = await buyer();
    const beyond = { kind: 'product', id: pdf.id, page: 8 } as const;
    const rejection = {
      cause: { code: 'invalid_input', fields: { page: 'The last page of this PDF is page 7' } },
    };
    await expect(mark(user, beyond)).rejects.toMatchObject(rejection);
    await expect(mark(user, { kind: 'plan', id: 1, page: 21 })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    const ofLongerFile = { user_id: user.userId, product_id: pdf.id, pdf_number: null, page: beyond.page };
    await app.deps.db.insertInto('bookmarks').values(ofLongerFile).execute();
    expect(await mark(user, beyond, false)).toEqual([]);
  });

  it('bookmarks remain when access ends, and can then be removed; they are hidden while the product is hidden', async () => {
    const user = await buyer();
    const place = { kind: 'product', id: pdf.id, page: 2 } as const;
    await mark(user, place);
    await changePurchases(app, user, { status: 'refunded' });
    expect(await learning(user).listBookmarks()).toHaveLength(1);
    const setActive = (is_active: boolean) =>
      app.deps.db.updateTable('products').set({ is_active }).where('id', '=', pdf.id).execute();
    await setActive(false);
    expect(await learning(user).listBookmarks()).toEqual([]);
    await setActive(true);
    expect(await mark(user, place, false)).toEqual([]);
  });

  it('bookmarks are limited to five hundred, even in concurrent requests', async () => {
    const user = await buyer();
    await app.deps.db
      .insertInto('bookmarks')
      .values(
        Array.from({ length: maxBookmarks - 1 }, (_, index) => ({
          user_id: user.userId,
          product_id: pdf.id,
          pdf_number: null,
          page: index + 100,
        })),
      )
      .execute();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => mark(user, { kind: 'plan', id: 1, page: index + 1 })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await learning(user).listBookmarks()).toHaveLength(maxBookmarks);
  });
});
