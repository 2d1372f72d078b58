import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '../../shared/durations.ts';
import { drillBounds } from '../../shared/practice/drills.ts';
import type { TestUser } from '../../testing/test-app.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { createCoach, noon } from '../coaching/testing/asked-questions.ts';
import { createTestProduct } from '../payments/testing/purchases.ts';
import { stateAfter } from './schedule.ts';
import { choiceDrill, createTestDeck } from './testing/test-decks.ts';

const app = setUpTestApp();
let admin: TestUser;
let coach: TestUser;
let deckId: string;
let drillId: string;

beforeAll(async () => {
  app.clock.set(noon);
  admin = await app.createUser({ role: 'admin' });
  coach = await createCoach(app, admin);
  ({ deckId, drillId } = await createTestDeck(app, coach));
});
beforeEach(() => app.clock.set(noon));

const drills = (user: TestUser | null) => app.caller(user).drills;
const withCode = (code: string) => ({ cause: { code } });
const right = 1;
const wrong = 0;

function attempt(
  user: TestUser,
  chosen: number,
  part: { id?: string; drillId?: string; version?: number } = {},
) {
  return drills(user).attempt({
    id: randomUUID(),
    drillId,
    version: 1,
    chosen,
    tookMs: 4_000,
    agoMs: 0,
    ...part,
  });
}

const statesOf = (user: TestUser) =>
  app.deps.db.selectFrom('drill_states').selectAll().where('user_id', '=', user.userId).execute();

describe('drills', () => {
  it('a drill contains neither weights nor reasons before the answer', async () => {
    const student = await app.createUser();
    const asked = await drills(student).ask({ from: 'deck', deckId });
    expect(asked).toMatchObject([
      { id: drillId, last: null, options: choiceDrill.options.map(({ label }) => label) },
    ]);
    expect(JSON.stringify(asked)).not.toMatch(/weight|why|reason|One to win two/);
    const solution = await attempt(student, right);
    expect(solution).toMatchObject({
      score: 100,
      isRight: true,
      options: choiceDrill.options,
      dueOn: '2026-11-23',
    });
  });

  it('before the answer, an odds drill omits the right number, and a range drill omits its cells', async () => {
    const student = await app.createUser();
    const odds = await drills(coach).save({
      deckId,
      ...choiceDrill,
      prompt: 'How often do nine outs come by the river, from the flop?',
      body: { kind: 'odds', hand: [], board: [], answer: 35 },
      options: [],
    });
    // Each digit is the index of the right option for one hand. The drill asks about hand 80, which folds (option 1).
    const cells = '0'.repeat(80) + '1'.repeat(89);
    const range = await drills(coach).save({
      deckId,
      ...choiceDrill,
      body: { kind: 'range', rangeName: 'UTG opens', situation: 'First in', cells, asked: 80 },
      options: [
        { label: 'Raise', weight: 0, why: '' },
        { label: 'Fold', weight: 0, why: '' },
      ],
    });
    const asked = JSON.stringify(await drills(student).ask({ from: 'deck', deckId }));
    expect(asked).not.toMatch(/"answer"|"cells"/);
    // Answers within two percentage points are right.
    expect(await attempt(student, 33, { drillId: odds.id })).toMatchObject({ score: 100, answer: 35 });
    expect(await attempt(student, 38, { drillId: odds.id })).toMatchObject({ score: 0 });
    expect(await attempt(student, 1, { drillId: range.id })).toMatchObject({ score: 100, cells });
    for (const { id } of [odds, range]) await drills(coach).archive({ id, isArchived: true });
  });

  it('a drill requested by its id is asked, even if its deck has more drills than are loaded in advance', async () => {
    const student = await app.createUser();
    const deck = await createTestDeck(app, coach);
    await attempt(student, wrong, { drillId: deck.drillId });
    for (let more = 0; more < drillBounds.loaded; more += 1) {
      await drills(coach).save({ deckId: deck.deckId, ...choiceDrill, prompt: `Drill ${more}` });
    }
    const asked = await drills(student).ask({ from: 'deck', ...deck });
    expect(asked).toMatchObject([{ id: deck.drillId }]);
    await app.deps.db.deleteFrom('decks').where('id', '=', deck.deckId).execute();
  });

  it('a drill is asked again when it is due, and not before', async () => {
    const student = await app.createUser();
    await attempt(student, wrong);
    expect((await drills(student).practice()).due).toEqual([]);
    app.clock.advance(dayMs);
    const { due } = await drills(student).practice();
    expect(due).toMatchObject([{ drillId, last: { day: '2026-11-20', isRight: false } }]);
    expect(await drills(student).ask({ from: 'due' })).toMatchObject([{ id: drillId }]);
    expect((await attempt(student, right)).dueOn?.localeCompare('2026-11-21')).toBe(1);
    expect((await drills(student).practice()).due).toEqual([]);
  });

  it('a drill is rescheduled at most once a day, however often it is answered', async () => {
    const student = await app.createUser();
    const id = randomUUID();
    const answers = Array.from({ length: 20 }, (_, index) =>
      attempt(student, right, index < 10 ? { id } : {}),
    );
    const solutions = await Promise.all(answers);
    expect(new Set(solutions.map(({ dueOn }) => dueOn))).toEqual(new Set(['2026-11-23']));
    expect(await statesOf(student)).toMatchObject([{ reps: 1, due_on: '2026-11-23' }]);
    expect((await drills(student).practice()).attemptedToday).toBe(1);
  });

  it('the stored state of a drill equals the state computed from its attempts, even after answers were taken back and time zones changed', async () => {
    const step = fc.record({
      hours: fc.integer({ min: 1, max: 200 }),
      chosen: fc.constantFrom(wrong, right, 2),
      after: fc.constantFrom('nothing', 'take back', 'easy'),
      timeZone: fc.constantFrom('UTC', 'Pacific/Auckland', 'America/Los_Angeles', 'Europe/Berlin'),
    });
    const history = fc.array(step, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        app.clock.set(noon);
        const student = await app.createUser();
        for (const { hours, chosen, after, timeZone } of steps) {
          app.clock.advance(hours * hourMs);
          await app.caller(student).goals.setTimeZone({ timeZone });
          const { attemptId: id, isRight } = await attempt(student, chosen);
          if (after === 'take back') await drills(student).takeBack({ id });
          if (after === 'easy' && isRight) await drills(student).markEasy({ id });
        }
        const attempts = await app.deps.db
          .selectFrom('drill_tries')
          .select(['day', 'rating', 'retention'])
          .where('user_id', '=', student.userId)
          .where('taken_back_at', 'is', null)
          .orderBy('at')
          .execute();
        const expected = stateAfter(attempts);
        const states = await statesOf(student);
        expect(
          states.map(({ due_on, stability, reps, lapses }) => [due_on, stability, reps, lapses]),
        ).toEqual(expected ? [[expected.dueOn, expected.stability, expected.reps, expected.lapses]] : []);
      }),
      { numRuns: 15 },
    );
  });

  it('an answer that is sent later counts for the day on which it was given, in the student’s time zone', async () => {
    const student = await app.createUser();
    await app.caller(student).goals.setTimeZone({ timeZone: 'Asia/Tokyo' });
    const solution = await drills(student).attempt({
      id: randomUUID(),
      drillId,
      version: 1,
      chosen: right,
      tookMs: 900_000,
      agoMs: 40 * hourMs,
    });
    expect(solution.dueOn).toBe('2026-11-22');
    const [row] = await app.deps.db
      .selectFrom('drill_tries')
      .select(['day', 'took_ms'])
      .where('user_id', '=', student.userId)
      .execute();
    expect(row).toEqual({ day: '2026-11-19', took_ms: drillBounds.tookMs });
  });

  it('an answer can be taken back for 10 seconds, which restores the state of the drill', async () => {
    const student = await app.createUser();
    const id = randomUUID();
    await attempt(student, wrong, { id });
    await drills(student).takeBack({ id });
    await drills(student).takeBack({ id });
    expect(await statesOf(student)).toEqual([]);
    await expect(attempt(student, wrong, { id })).rejects.toMatchObject(withCode('conflict'));
    const { attemptId } = await attempt(student, right);
    app.clock.advance(11_000);
    await expect(drills(student).takeBack({ id: attemptId })).rejects.toMatchObject(withCode('conflict'));
    await expect(drills(coach).takeBack({ id: attemptId })).rejects.toMatchObject(withCode('not_found'));
  });

  it('a student who was offline can report later that they took an answer back within 10 seconds', async () => {
    const student = await app.createUser();
    const { attemptId: id } = await attempt(student, wrong);
    app.clock.advance(hourMs);
    const takeBack = (agoMs: number) => drills(student).takeBack({ id, agoMs });
    await expect(takeBack(hourMs - 11_000)).rejects.toMatchObject(withCode('conflict'));
    await takeBack(hourMs - 9_000);
    expect(await statesOf(student)).toEqual([]);
    // An action that is sent later is dated at most seven days back.
    const old = await attempt(student, wrong);
    app.clock.advance(8 * dayMs);
    await expect(drills(student).takeBack({ id: old.attemptId, agoMs: 8 * dayMs })).rejects.toMatchObject(
      withCode('conflict'),
    );
  });

  it('a drill can be marked as easy only after a right answer, and is then due later', async () => {
    const student = await app.createUser();
    const { attemptId } = await attempt(student, right);
    await drills(student).markEasy({ id: attemptId });
    expect(await statesOf(student)).toMatchObject([{ due_on: '2026-11-28' }]);
    const other = await app.createUser();
    const missed = await attempt(other, wrong);
    await expect(drills(other).markEasy({ id: missed.attemptId })).rejects.toMatchObject(
      withCode('conflict'),
    );
  });

  it('a drill is not asked on a day on which it was skipped, nor while its deck is paused', async () => {
    const student = await app.createUser();
    await drills(student).bury({ id: drillId });
    expect(await statesOf(student)).toEqual([]);
    await attempt(student, wrong);
    app.clock.advance(dayMs);
    await drills(student).bury({ id: drillId });
    expect((await drills(student).practice()).due).toEqual([]);
    app.clock.advance(dayMs);
    expect((await drills(student).practice()).due).toHaveLength(1);
    await drills(student).pauseDeck({ id: deckId, isPaused: true });
    expect((await drills(student).practice()).due).toEqual([]);
    await drills(student).pauseDeck({ id: deckId, isPaused: false });
    expect((await drills(student).practice()).due).toHaveLength(1);
  });

  it('an answer is scored by the version that was shown, and a new version does not change the due day', async () => {
    const student = await app.createUser();
    const created = await drills(coach).save({ deckId, ...choiceDrill });
    await attempt(student, right, { drillId: created.id });
    await drills(coach).save({
      id: created.id,
      deckId,
      ...choiceDrill,
      options: choiceDrill.options.map((option, index) => ({ ...option, weight: index === 0 ? 100 : 0 })),
    });
    expect(await attempt(coach, right, { drillId: created.id, version: 1 })).toMatchObject({ score: 100 });
    expect(await attempt(coach, right, { drillId: created.id, version: 2 })).toMatchObject({ score: 0 });
    expect(await statesOf(student)).toMatchObject([{ due_on: '2026-11-23' }]);
    const { items } = await drills(coach).figures({});
    expect(items.find(({ id }) => id === created.id)).toMatchObject({ version: 2, tries: 1, rightShare: 0 });
    await drills(coach).archive({ id: created.id, isArchived: true });
    await expect(attempt(student, right, { drillId: created.id })).rejects.toMatchObject(
      withCode('not_found'),
    );
  });

  it('a drill can be reported as unclear only after it was answered, and coaches see the report', async () => {
    const student = await app.createUser();
    await expect(drills(student).reportUnclear({ id: drillId })).rejects.toMatchObject(withCode('conflict'));
    await attempt(student, wrong);
    await drills(student).reportUnclear({ id: drillId });
    await drills(student).reportUnclear({ id: drillId });
    const { items } = await drills(coach).figures({});
    expect(items.find(({ id }) => id === drillId)).toMatchObject({ unclear: 1, flags: ['unclear'] });
  });

  it('after ten other students have answered, the solution shows how often they chose each option', async () => {
    const created = await drills(coach).save({ deckId, ...choiceDrill });
    const students = await Promise.all(Array.from({ length: 11 }, () => app.createUser()));
    const solutions = [];
    for (const student of students) solutions.push(await attempt(student, right, { drillId: created.id }));
    expect(solutions[9]?.others).toBeNull();
    expect(solutions[10]?.others).toEqual([0, 100, 0]);
    await drills(coach).archive({ id: created.id, isArchived: true });
  });
});

describe('decks', () => {
  it('a deck is closed to students who may not open its product or coaching plan; the error names that product or plan', async () => {
    const product = await createTestProduct(
      app,
      { ...admin, role: 'admin' },
      { price: 1_499, title: 'River Decisions' },
    );
    const created = await createTestDeck(app, coach, { place: { kind: 'product', id: product.id } });
    const student = await app.createUser();
    const locked = { cause: { code: 'forbidden', message: expect.stringContaining('River Decisions') } };
    await expect(drills(student).deck({ id: created.deckId })).rejects.toMatchObject(locked);
    await expect(drills(student).ask({ from: 'deck', deckId: created.deckId })).rejects.toMatchObject(locked);
    await expect(attempt(student, right, { drillId: created.drillId })).rejects.toMatchObject(locked);
    expect((await drills(student).practice()).decks.map(({ id }) => id)).not.toContain(created.deckId);
    expect(await drills(student).findDecks({ q: 'prices' })).toHaveLength(1);
    expect(await drills(admin).deck({ id: created.deckId })).toMatchObject({
      place: { title: 'River Decisions', path: `/products/${product.id}` },
    });
    await app.deps.db
      .insertInto('coaching_pdfs')
      .values({ pdf_number: 7, title: 'Rivers', required_plan: 'gold' })
      .execute();
    const ofPlan = await createTestDeck(app, coach, { place: { kind: 'plan', id: 7 } });
    await expect(drills(student).deck({ id: ofPlan.deckId })).rejects.toMatchObject({
      cause: {
        code: 'forbidden',
        message: expect.stringContaining('Rivers'),
        fields: { opensWith: 'membership' },
      },
    });
    await expect(
      drills(coach).createDeck({ title: 'Twice', place: { kind: 'product', id: product.id } }),
    ).rejects.toMatchObject(withCode('conflict'));
  });

  it('a deck shows how many drills are learned and new', async () => {
    const student = await app.createUser();
    const before = await drills(student).deck({ id: deckId });
    expect(before).toMatchObject({ drills: 1, learned: 0, fresh: 1, isPaused: false, place: null });
    await attempt(student, right);
    expect(await drills(student).deck({ id: deckId })).toMatchObject({ learned: 1, fresh: 0 });
  });

  it('a deck is found by the code in its URL', async () => {
    const { code } = await app.deps.db
      .selectFrom('decks')
      .select('code')
      .where('id', '=', deckId)
      .executeTakeFirstOrThrow();
    const response = await app.app.inject({ url: `/d/${code}` });
    expect([response.statusCode, response.headers.location]).toEqual([302, `/practice/${deckId}`]);
    expect((await app.app.inject({ url: '/d/aaaaaaaa' })).statusCode).toBe(404);
  });

  it.each([
    ['deck', () => drills(coach).deck({ id: randomUUID() })],
    ['drill', () => attempt(coach, right, { drillId: randomUUID() })],
    ['version', () => attempt(coach, right, { version: 9 })],
    ['drill to edit', () => drills(coach).edited({ id: randomUUID() })],
  ])('an unknown %s is not found', async (_name, call) => {
    await expect(call()).rejects.toMatchObject(withCode('not_found'));
  });
});

describe('leaks', () => {
  it('after five attempts, a leak has a percentage, evidence and a recommendation', async () => {
    const session = await createTestProduct(
      app,
      { ...admin, role: 'admin' },
      {
        type: 'session',
        productNumber: 1,
        title: 'Reading rivers',
        content: 'Text',
        price: 0,
      },
    );
    const created = await createTestDeck(app, coach, { place: { kind: 'session', id: session.id } });
    const student = await app.createUser();
    const { leaks } = app.caller(student);
    expect(await leaks.next()).toBeNull();
    for (let count = 0; count < 5; count += 1) {
      expect((await leaks.map())[0]).toMatchObject({ percent: null });
      await attempt(student, count === 4 ? right : wrong, { drillId: created.drillId });
      app.clock.advance(dayMs);
    }
    expect((await leaks.map())[0]).toEqual({ leak: 'river-call', seen: 5, percent: 20 });
    expect(await leaks.evidence({ leak: 'river-call' })).toMatchObject({
      tries: Array.from({ length: 5 }, () => ({ drillId: created.drillId })),
      questions: [],
    });
    expect(await leaks.next()).toMatchObject({
      title: 'Reading rivers',
      path: `/coaching/${session.id}`,
      because: { leak: 'river-call', tries: 5, wrong: 4, named: 0 },
      costsMoney: false,
    });
    expect((await drills(student).ask({ from: 'leak', leak: 'river-call' })).length).toBeGreaterThan(0);
    // After 60 days, the first attempts weigh about half as much as new ones.
    app.clock.advance(60 * dayMs);
    for (let count = 0; count < 3; count += 1) await attempt(student, right, { drillId: created.drillId });
    expect((await leaks.map())[0]).toEqual({ leak: 'river-call', seen: 8, percent: 65 });
    // The reason mentions only the last six attempts.
    expect(await leaks.next()).toMatchObject({ because: { tries: 6, wrong: 2 } });
    const isArchived = async () => (await leaks.evidence({ leak: 'river-call' })).tries[0]?.isArchived;
    expect(await isArchived()).toBe(false);
    await drills(coach).archive({ id: created.drillId, isArchived: true });
    expect(await isArchived()).toBe(true);
  });
});
