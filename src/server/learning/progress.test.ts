import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AdminProduct } from '../../shared/shop/products.ts';
import { httpClient } from '../../testing/http-client.ts';
import { changePurchases } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import type { AdminActor } from '../actor.ts';
import { buy, createAdmin, createTestProduct } from '../payments/testing/purchases.ts';
import { creditTime } from './credited-time.ts';

const start = new Date('2026-11-20T12:00:00Z');

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let open: AdminProduct;
let second: AdminProduct;
let locked: AdminProduct;

beforeAll(async () => {
  admin = await createAdmin(app);
  const make = (productNumber: number, changes = {}) =>
    createTestProduct(app, admin, {
      type: 'session',
      productNumber,
      title: `Session no. ${productNumber}`,
      ...changes,
    });
  // Sessions 1 and 2 are open to every student.
  open = await make(1);
  second = await make(2, { content: '# Plan', prerequisites: 'Session 1' });
  locked = await make(7, { price: 4_900, content: 'Hidden words', videoUrl: 'https://youtu.be/dQw4w9WgXcQ' });
});
afterEach(() => app.clock.set(start));

const learning = (user: TestUser) => app.caller(user).learning;

describe('credited study time', () => {
  it('the first report is credited up to a minute, each later report up to the time since the previous one, and no report more than an hour', async () => {
    app.clock.set(start);
    const user = await app.createUser();
    const report = (addSeconds: number) => learning(user).reportProgress({ sessionId: open.id, addSeconds });
    expect((await report(100_000)).timeSpent).toBe(60);
    app.clock.advance(10_000);
    expect((await report(10)).timeSpent).toBe(70);
    expect((await report(10)).timeSpent).toBe(70);
    app.clock.advance(5_000);
    expect((await report(600)).timeSpent).toBe(75);
    app.clock.advance(30 * 60 * 60 * 1000);
    expect((await report(100_000)).timeSpent).toBe(75 + 3_600);
  });

  it('the study time of twenty concurrent reports about two sessions is credited only once', async () => {
    app.clock.set(start);
    const user = await app.createUser();
    await learning(user).reportProgress({ sessionId: open.id, addSeconds: 60 });
    app.clock.advance(20_000);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        learning(user).reportProgress({ sessionId: index % 2 ? open.id : second.id, addSeconds: 20 }),
      ),
    );
    const entries = await learning(user).progress();
    expect(entries.reduce((sum, entry) => sum + entry.timeSpent, 0)).toBe(80);
    const { day } = await app.caller(user).goals.today();
    expect(day.actualStudyTime).toBe(1);
  });

  it('credited time never adds up to more than the elapsed time, and honest reports are credited completely', () => {
    const step = fc.record({
      wait: fc.integer({ min: 0, max: 60_000 }),
      add: fc.integer({ min: 0, max: 500 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let now = start.getTime();
        let until = start.toISOString();
        let total = 0;
        for (const { wait, add } of steps) {
          now += wait;
          const credit = creditTime(add, until, new Date(now));
          total += credit.seconds;
          until = credit.creditedUntil.toISOString();
          expect(credit.creditedUntil.getTime()).toBeLessThanOrEqual(now);
        }
        expect(total * 1000).toBeLessThanOrEqual(now - start.getTime());
      }),
    );
    let until = start.toISOString();
    let total = 0;
    for (let report = 1; report <= 100; report += 1) {
      // Each report covers ten seconds of video, and arrives slightly early or late.
      const now = new Date(start.getTime() + report * 10_000 + (report % 3) * 300);
      const credit = creditTime(10, until, now);
      total += credit.seconds;
      until = credit.creditedUntil.toISOString();
    }
    expect(total).toBe(1_000);
  });
});

describe('a progress report', () => {
  it('a report changes the given fields and keeps the others', async () => {
    const user = await app.createUser();
    const { reportProgress } = learning(user);
    expect(await reportProgress({ sessionId: open.id, position: 751.9 })).toMatchObject({
      status: 'in_progress',
      position: 751,
      completedAt: null,
      notes: null,
      rating: null,
    });
    await reportProgress({ sessionId: open.id, notes: 'blockers', rating: 4 });
    expect(await reportProgress({ sessionId: open.id, position: 800 })).toMatchObject({
      position: 800,
      notes: 'blockers',
      rating: 4,
    });
    expect(await reportProgress({ sessionId: open.id, notes: null, rating: null })).toMatchObject({
      notes: null,
      rating: null,
    });
  });

  it('a session is completed once, keeps its completion date, and can be reopened', async () => {
    app.clock.set(start);
    const user = await app.createUser();
    const done = await learning(user).markComplete({ sessionId: open.id });
    expect(done).toMatchObject({ status: 'completed', completedAt: start.toISOString() });
    app.clock.advance(1_000);
    const again = await learning(user).reportProgress({
      sessionId: open.id,
      position: 3,
      status: 'completed',
    });
    expect(again.completedAt).toBe(start.toISOString());
    expect((await app.caller(user).goals.today()).day.sessionsCompleted).toBe(1);
    expect(await learning(user).unmark({ sessionId: open.id })).toMatchObject({
      status: 'in_progress',
      completedAt: null,
      position: 3,
    });
    expect((await app.caller(user).goals.today()).day.sessionsCompleted).toBe(0);
    await expect(learning(user).unmark({ sessionId: second.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('twenty concurrent requests to complete a session count as one completion', async () => {
    const user = await app.createUser();
    await Promise.all(Array.from({ length: 20 }, () => learning(user).markComplete({ sessionId: open.id })));
    expect((await app.caller(user).goals.today()).day.sessionsCompleted).toBe(1);
    const events = await app.deps.db
      .selectFrom('analytics_events')
      .select('event_name')
      .where('user_id', '=', user.userId)
      .execute();
    expect(events.map(({ event_name }) => event_name).toSorted()).toEqual([
      'session_completed',
      'session_opened',
    ]);
  });

  it('a student cannot report progress or add a note in a locked session', async () => {
    const user = await app.createUser();
    const { reportProgress, markComplete, addNote } = learning(user);
    for (const call of [
      () => reportProgress({ sessionId: locked.id, position: 1 }),
      () => markComplete({ sessionId: locked.id }),
      () => addNote({ place: { kind: 'session', id: locked.id }, text: 'x' }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    await expect(learning(user).markComplete({ sessionId: 999_999 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('undoing a completion from an earlier day does not change that day’s number of completed sessions', async () => {
    app.clock.set(start);
    const user = await app.createUser();
    await learning(user).markComplete({ sessionId: open.id });
    app.clock.advance(24 * 60 * 60 * 1000);
    await learning(user).unmark({ sessionId: open.id });
    expect(await app.caller(user).goals.list({ from: '2026-11-20', to: '2026-11-21' })).toMatchObject([
      { date: '2026-11-20', sessionsCompleted: 1 },
      { date: '2026-11-21', sessionsCompleted: 0 },
    ]);
  });

  it.each([
    ['a rating of 0', 400, { rating: 0 }],
    ['a rating of 6', 400, { rating: 6 }],
    ['a rating of 2.5', 400, { rating: 2.5 }],
    ['an unknown status', 400, { status: 'done' }],
    ['a negative position', 400, { position: -1 }],
    ['an excessive addSeconds', 400, { addSeconds: 1e300 }],
    ['a note that is too long', 400, { notes: 'x'.repeat(10_001) }],
    ['a note that contains NUL', 400, { notes: 'a\u0000b' }],
    ['valid fields', 200, { position: 5, status: 'completed', rating: 5 }],
  ] as const)('PUT /api/coaching/progress/{id} with %s responds with %i', async (_name, status, body) => {
    const user = await app.createUser({ password: testPassword });
    const client = httpClient(app.app);
    expect((await client.request('PUT', `/api/coaching/progress/${open.id}`, body)).statusCode).toBe(401);
    await client.request('POST', '/api/login', { email: user.email, password: testPassword });
    const response = await client.request('PUT', `/api/coaching/progress/${open.id}`, body);
    expect(response.statusCode, response.body).toBe(status);
  });
});

describe('the session screen', () => {
  it('a student who may open a session gets its content, its required sessions and the student’s notes', async () => {
    const user = await app.createUser();
    await learning(user).markComplete({ sessionId: open.id });
    await learning(user).addNote({ place: { kind: 'session', id: second.id, atSeconds: 12 }, text: 'here' });
    expect(await learning(user).getSession({ id: second.id })).toMatchObject({
      access: 'open',
      content: '# Plan',
      video: null,
      captionsUrl: null,
      progress: null,
      requiredSessions: [{ id: open.id, completed: true }],
      notes: [{ place: { atSeconds: 12 }, text: 'here', title: 'Session no. 2' }],
      next: { id: locked.id, accessible: false },
    });
  });

  it('before a purchase, a session shows its price; afterwards, its content; and after a refund, why it is locked', async () => {
    // The Stripe sandbox uses the real clock.
    app.clock.set(new Date());
    const user = await app.createUser();
    const offer = await learning(user).getSession({ id: locked.id });
    expect(offer).toMatchObject({ access: 'locked', price: 4_900, reason: 'not_bought' });
    expect(JSON.stringify(offer)).not.toMatch(/Hidden words|youtu/);
    await buy(app, user, locked);
    expect(await learning(user).getSession({ id: locked.id })).toMatchObject({
      access: 'open',
      owned: true,
      content: 'Hidden words',
      video: { kind: 'external', provider: 'youtube' },
    });
    await learning(user).addNote({ place: { kind: 'session', id: locked.id }, text: 'kept' });
    await learning(user).reportProgress({ sessionId: locked.id, position: 9 });
    expect(await learning(user).continueWhere()).toMatchObject({ sessionId: locked.id, position: 9 });
    await changePurchases(app, user, { status: 'refunded' });
    const refunded = await learning(user).getSession({ id: locked.id });
    expect(refunded).toMatchObject({ access: 'locked', reason: 'refunded' });
    expect(JSON.stringify(refunded)).not.toContain('Hidden words');
    expect(await learning(user).continueWhere()).toBeNull();
    expect(await learning(user).progress()).toMatchObject([{ sessionId: locked.id, position: 9 }]);
    expect((await learning(user).allNotes({})).items).toMatchObject([{ text: 'kept' }]);
  });

  it('the id of a hidden session, of a PDF or of no product is rejected as not found', async () => {
    const user = await app.createUser();
    const hidden = await createTestProduct(app, admin, {
      type: 'session',
      productNumber: 8,
      isActive: false,
    });
    const pdf = await createTestProduct(app, admin, { productNumber: 8 });
    for (const id of [hidden.id, pdf.id, 999_999]) {
      await expect(learning(user).getSession({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('a student continues with the latest unfinished session, or with none after completing all started sessions', async () => {
    app.clock.set(start);
    const user = await app.createUser();
    expect(await learning(user).continueWhere()).toBeNull();
    await learning(user).reportProgress({ sessionId: second.id, position: 5 });
    app.clock.advance(1_000);
    await learning(user).reportProgress({ sessionId: open.id, position: 751 });
    expect(await learning(user).continueWhere()).toMatchObject({ sessionId: open.id, position: 751 });
    await learning(user).markComplete({ sessionId: open.id });
    expect(await learning(user).continueWhere()).toMatchObject({ sessionId: second.id });
    await learning(user).markComplete({ sessionId: second.id });
    expect(await learning(user).continueWhere()).toBeNull();
  });
});
