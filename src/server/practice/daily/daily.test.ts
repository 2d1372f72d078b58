import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import { academyHands, buildAcademyHand } from '../../../shared/poker/academy-hands/academy-hands.ts';
import { decisionsOf } from '../../../shared/poker/deal.ts';
import { dailyBounds, type SaveDailyInput } from '../../../shared/practice/daily.ts';
import { addDays } from '../../../shared/time-zone.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import { storeAcademyHands } from '../../hands/academy-hands.operations.ts';
import { answerDaily, getDaily, sweepDailyVisitors } from './daily.operations.ts';
import { remindOfFewDailyHands } from './planning.operations.ts';

const noon = new Date('2027-03-10T12:00:00Z');
const today = '2027-03-10';
const app = setUpTestApp();
let admin: TestUser;
let coach: TestUser;
let student: TestUser;
let hands: Map<string, string>;

const reason = 'Count the combinations before you look at the price.';
const options = [
  { label: 'Fold', weight: 100, why: 'Nothing worse bets' },
  { label: 'Call', weight: 30, why: '' },
  { label: 'Raise', weight: 0, why: 'Nothing worse calls' },
];

/**
 * A decision from the academy's hands, a different one for each number. `updatedAt: null` means that the coach saw no
 * hand planned for the day.
 */
function spot(day: string, number = 0): SaveDailyInput {
  const all = academyHands.flatMap((source) => {
    const { id, hand } = buildAcademyHand(source);
    return decisionsOf(hand).map((atAction) => ({ handId: hands.get(id) ?? '', atAction }));
  });
  const { handId = '', atAction = 0 } = all[number] ?? {};
  return {
    day,
    handId,
    atAction,
    question: 'What do you do?',
    options,
    reason,
    leak: null,
    productId: null,
    updatedAt: null,
  };
}

const from = (visitor: string) => ({ ip: '192.0.2.1', requestId: 'test', userAgent: visitor });
const daily = (user: TestUser | null) => app.caller(user).daily;
const withCode = (code: string) => ({ cause: { code } });

/** Plans a hand for `day` on the day before, then moves the clock to `day`. */
async function openDay(day: string, number: number): Promise<void> {
  app.clock.set(new Date(`${addDays(day, -1)}T12:00:00Z`));
  await daily(coach).save(spot(day, number));
  app.clock.set(new Date(`${day}T12:00:00Z`));
}

/** Answers with the form that works without scripts. */
const postForm = (choice: number) =>
  app.app.inject({
    method: 'POST',
    url: '/daily',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Lynx' },
    payload: `day=${today}&choice=${choice}`,
  });

beforeAll(async () => {
  app.clock.set(noon);
  admin = await app.createUser({ role: 'admin' });
  coach = await app.createUser();
  student = await app.createUser();
  await app.caller(admin).admin.coaching.grantCoach({ userId: coach.userId, displayName: 'Mara Ellis' });
  hands = await storeAcademyHands(app.deps);
});
beforeEach(async () => {
  app.clock.set(noon);
  await app.deps.db.deleteFrom('daily_spots').execute();
});

describe('an academy that shows the hand of the day only to its users', () => {
  const setPublic = (value: boolean) =>
    app.caller(admin).admin.settings.update([{ key: 'dailyIsPublic', value }]);
  beforeAll(() => setPublic(false));
  afterAll(() => setPublic(true));

  it('the hand of the day is closed to visitors at every entry point, and open to students', async () => {
    await openDay(today, 7);
    const closed = { cause: { code: 'not_signed_in' } };
    await expect(daily(null).get({})).rejects.toMatchObject(closed);
    await expect(daily(null).get({ day: today })).rejects.toMatchObject(closed);
    await expect(daily(null).archive({})).rejects.toMatchObject(closed);
    await expect(daily(null).answer({ day: today, choice: 0 })).rejects.toMatchObject(closed);
    const status = async (url: string) => (await app.app.inject({ url })).statusCode;
    expect(await status('/api/daily')).toBe(401);
    expect(await status(`/api/daily/${today}/picture`)).toBe(404);
    await postForm(0);
    expect(await daily(student).answer({ day: today, choice: 0 })).toMatchObject({ answer: { choice: 0 } });
    expect(await daily(student).archive({})).toMatchObject({ items: [] });
    const rows = await app.deps.db.selectFrom('daily_answers').select('user_id').execute();
    expect(rows).toEqual([{ user_id: student.userId }]);
  });
});

it('GET /api/daily sends the hand of the requested day, by default of today', async () => {
  const yesterday = addDays(today, -1);
  await openDay(yesterday, 3);
  await openDay(today, 7);
  const get = async (query = '') => (await app.app.inject({ url: `/api/daily${query}` })).json();
  expect(await get()).toMatchObject({ day: today, isToday: true });
  expect(await get(`?day=${yesterday}`)).toMatchObject({ day: yesterday, answer: { reason } });
  expect(await get('?day=tomorrow')).toMatchObject({
    code: 'invalid_input',
    fields: { day: expect.any(String) },
  });
  expect(await get(`?day=${addDays(today, 1)}`)).toMatchObject({ code: 'not_found' });
});

describe('the hand of the day', () => {
  it('neither the solution nor the rest of the hand is sent before the user answers', async () => {
    await openDay(today, 7);
    const view = await daily(null).get({});
    expect(view).toMatchObject({
      day: today,
      isToday: true,
      choices: ['Fold', 'Call', 'Raise'],
      answer: null,
    });
    expect(JSON.stringify(view)).not.toMatch(/combinations|worse|weight/);
    expect(view.hand.actions).toHaveLength(spot(today, 7).atAction);
    expect(view.hand.awards).toEqual([]);

    const answered = await daily(student).answer({ day: today, choice: 1 });
    expect(answered.answer).toMatchObject({ choice: 1, options, reason, shares: null, answers: 1 });
    expect(answered.answer?.hand.awards).not.toEqual([]);
    expect((await daily(student).get({})).answer?.choice).toBe(1);
    expect((await daily(null).get({})).answer).toBeNull();
  });

  it('each user and each visitor counts once, even with twenty concurrent answers', async () => {
    await openDay(today, 0);
    const user = await app.createUser();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => daily(user).answer({ day: today, choice: index % 3 })),
    );
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        answerDaily(app.deps, null, { day: today, choice: index % 3 }, from('one browser')),
      ),
    );
    const { answer } = await daily(user).get({});
    expect(answer?.answers).toBe(2);
    expect((await getDaily(app.deps, null, {}, from('one browser'))).answer?.answers).toBe(2);
    expect((await getDaily(app.deps, null, {}, from('another'))).answer).toBeNull();
    // An answer counts as one minute of study.
    expect(await app.caller(user).goals.today()).toMatchObject({ day: { actualStudyTime: 1 } });
  });

  it('a visitor who logs in and answers again counts once, with the answer given after the login', async () => {
    await openDay(today, 0);
    const user = await app.createUser();
    const actor = { userId: user.userId, role: 'user' as const };
    const answer = (as: typeof actor | null, choice: number, browser: string) =>
      answerDaily(app.deps, as, { day: today, choice }, from(browser));
    await answer(null, 0, 'another browser');
    expect((await answer(null, 0, 'a browser')).answer?.answers).toBe(2);
    const twice = [1, 1].map((choice) => answer(actor, choice, 'a browser'));
    for (const counted of await Promise.all(twice)) expect(counted.answer?.choice).toBe(1);
    expect((await getDaily(app.deps, actor, {}, from('a browser'))).answer?.answers).toBe(2);
    // A repeated answer of the user leaves the answers of visitors as they are.
    await answer(actor, 1, 'another browser');
    const rows = await app.deps.db.selectFrom('daily_answers').select(['user_id', 'choice']).execute();
    expect(rows.toSorted((a, b) => a.choice - b.choice)).toEqual([
      { user_id: null, choice: 0 },
      { user_id: user.userId, choice: 1 },
    ]);
  });

  it('the percentage of each option is shown from twenty answers on', async () => {
    await openDay(today, 1);
    for (let visitor = 0; visitor < 20; visitor += 1) {
      const { answer } = await answerDaily(
        app.deps,
        null,
        { day: today, choice: visitor < 15 ? 0 : 2 },
        from(`browser ${visitor}`),
      );
      expect(answer?.shares).toEqual(visitor < 19 ? null : [75, 0, 25]);
    }
  });

  it('the number of visitors who can answer from one IP address is limited', async () => {
    await openDay(today, 1);
    const answer = (visitor: string, ip = '192.0.2.1') =>
      answerDaily(app.deps, null, { day: today, choice: 0 }, { ...from(visitor), ip });
    await answer('first');
    // The first half of a visitor's key is a hash of the IP address.
    await sql`insert into daily_answers (daily_id, visitor_key, choice, created_at)
      select daily_id, left(visitor_key, 32) || md5(visitor::text), 0, created_at
      from daily_answers, generate_series(2, ${dailyBounds.visitorsPerIp - 1}) visitor`.execute(app.deps.db);
    await answer('last');
    await expect(answer('one more')).rejects.toMatchObject({
      code: 'too_many_attempts',
      retryAfterSeconds: 12 * 3_600,
    });
    expect((await answer('first')).answer?.choice).toBe(0);
    expect((await answer('one more', '192.0.2.2')).answer?.choice).toBe(0);
  });

  it('no IP address is stored, and the keys that recognize visitors are erased after a day', async () => {
    await openDay(today, 2);
    await answerDaily(app.deps, null, { day: today, choice: 0 }, from('a browser'));
    const rows = () => app.deps.db.selectFrom('daily_answers').selectAll().execute();
    expect(JSON.stringify(await rows())).not.toContain('192.0.2');
    app.clock.set(new Date(noon.getTime() + dayMs + 1_000));
    expect(await sweepDailyVisitors(app.deps)).toBe(1);
    expect(await rows()).toMatchObject([{ visitor_key: null, user_id: null, choice: 0 }]);
    const salts = await app.deps.db.selectFrom('daily_spots').select('visitor_salt').execute();
    expect(salts).toEqual([{ visitor_salt: null }]);
  });

  it('a hand of the day cannot be answered after its day; its solution is open to everyone for 30 days, and is then closed to visitors and to students without a membership', async () => {
    await openDay(addDays(today, -31), 3);
    await openDay(addDays(today, -30), 4);
    app.clock.set(noon);
    const earlier = { day: addDays(today, -30) };
    await expect(daily(null).answer({ ...earlier, choice: 0 })).rejects.toMatchObject(
      withCode('not_answerable'),
    );
    expect((await daily(null).get(earlier)).answer).toMatchObject({ choice: null, reason });
    const older = { day: addDays(today, -31) };
    for (const user of [null, student]) {
      await expect(daily(user).get(older)).rejects.toMatchObject(withCode('forbidden'));
      expect((await daily(user).archive({})).items).toHaveLength(1);
    }
    const pictureStatus = async ({ day }: { day: string }) =>
      (await app.app.inject({ url: `/api/daily/${day}/picture` })).statusCode;
    expect([await pictureStatus(earlier), await pictureStatus(older)]).toEqual([200, 404]);
    expect((await daily(coach).get(older)).answer?.reason).toBe(reason);
    expect((await daily(coach).archive({})).items).toHaveLength(2);
  });

  it('a hand of the day is not shown before its day', async () => {
    await daily(coach).save(spot(addDays(today, 1), 5));
    await expect(daily(null).get({ day: addDays(today, 1) })).rejects.toMatchObject(withCode('not_found'));
    await expect(daily(null).get({})).rejects.toMatchObject(withCode('not_found'));
    const url = `/api/daily/${addDays(today, 1)}/picture`;
    expect((await app.app.inject({ url })).statusCode).toBe(404);
  });

  it('the solution of a hand of the day names a session and the price of that session', async () => {
    const product = await app.caller(admin).admin.products.create({
      type: 'session',
      productNumber: 3,
      title: 'River Decisions',
      description: 'About it',
      price: 1_999,
      isActive: true,
      isFree: false,
      estimatedDuration: 30,
    });
    app.clock.set(new Date(noon.getTime() - dayMs));
    await daily(coach).save({ ...spot(today, 6), productId: product.id });
    app.clock.set(noon);
    const { answer } = await daily(student).answer({ day: today, choice: 0 });
    expect(answer?.session).toMatchObject({
      id: product.id,
      title: 'River Decisions',
      priceCents: 1_999,
    });
  });

  it('the hand of the day has a picture, and a form that works without scripts', async () => {
    await openDay(today, 7);
    const picture = await app.app.inject({ url: `/api/daily/${today}/picture` });
    expect(picture.headers['content-type']).toBe('image/png');
    expect((await app.app.inject({ url: '/api/daily' })).json()).toMatchObject({ answer: null });
    expect(await postForm(2)).toMatchObject({ statusCode: 303, headers: { location: '/daily' } });
    const again = await app.app.inject({ url: '/api/daily', headers: { 'user-agent': 'Lynx' } });
    expect(again.json()).toMatchObject({ answer: { choice: 2 } });
  });
});

describe('the plan of coming days', () => {
  it('the plan can be changed only for future days, and only by coaches', async () => {
    for (const day of [today, addDays(today, -1)]) {
      await expect(daily(coach).save(spot(day))).rejects.toMatchObject(withCode('conflict'));
    }
    await expect(daily(student).save(spot(addDays(today, 1)))).rejects.toMatchObject(withCode('coach_only'));
    await expect(daily(coach).remove({ day: addDays(today, 3) })).rejects.toMatchObject(
      withCode('not_found'),
    );
    await expect(
      daily(coach).save({ ...spot(addDays(today, 1)), handId: crypto.randomUUID() }),
    ).rejects.toMatchObject(withCode('not_found'));
  });

  it('a coach cannot change, move or remove a hand that another coach has changed in the meantime', async () => {
    const day = addDays(today, 1);
    const planned = async () => (await daily(coach).plan()).days[1]?.spot ?? null;
    await daily(coach).save(spot(day, 1));
    await expect(daily(coach).save(spot(day, 2))).rejects.toMatchObject(withCode('conflict'));
    const seen = (await planned())?.updatedAt ?? null;
    app.clock.advance(60_000);
    await daily(coach).save({ ...spot(day, 1), question: 'Fold or call?', updatedAt: seen });
    await expect(
      daily(coach).save({ ...spot(day, 1), question: 'Call or raise?', updatedAt: seen }),
    ).rejects.toMatchObject(withCode('conflict'));
    await expect(daily(coach).remove({ day, updatedAt: seen })).rejects.toMatchObject(withCode('conflict'));
    await expect(daily(coach).move({ day, to: addDays(today, 2), updatedAt: seen })).rejects.toMatchObject(
      withCode('conflict'),
    );
    const current = await planned();
    expect(current).toMatchObject({ question: 'Fold or call?' });
    // A hand cannot be moved to a day for which another coach has planned a hand in the meantime.
    await daily(coach).save(spot(addDays(today, 2), 3));
    const updatedAt = current?.updatedAt ?? null;
    await expect(
      daily(coach).move({ day, to: addDays(today, 2), updatedAt, toUpdatedAt: null }),
    ).rejects.toMatchObject(withCode('conflict'));
    await daily(coach).remove({ day, updatedAt: current?.updatedAt ?? null });
    expect(await planned()).toBeNull();
  });

  it('if a hand is planned with an invalid option, the error names the option', async () => {
    const wrong = async (changed: (typeof options)[number][]) => {
      const error = await daily(coach)
        .save({ ...spot(addDays(today, 1), 1), options: changed })
        .then(
          () => undefined,
          (failure: { cause?: { issues?: { path: unknown[]; message: string }[] } }) => failure,
        );
      return error?.cause?.issues?.map(({ path, message }) => [path.join('.'), message]);
    };
    const [fold, call, raise] = options as [(typeof options)[0], (typeof options)[0], (typeof options)[0]];
    expect(await wrong([fold, { ...call, label: 'fold' }])).toEqual([
      ['options.1.label', 'Two options have the same name'],
    ]);
    expect(await wrong([call, raise])).toEqual([
      ['options.0.weight', 'At least one option must be right, with 70 or more'],
    ]);
  });

  it('a coach exchanges the hands of two days and moves a hand to an empty day, and the planned days up to the first gap are counted', async () => {
    await openDay(today, 0);
    await daily(coach).save({ ...spot(addDays(today, 1), 1), question: 'First?' });
    await daily(coach).save({ ...spot(addDays(today, 2), 2), question: 'Second?' });
    const move = async (from: number, to: number) => {
      const moved = (await daily(coach).plan()).days[from]?.spot;
      await daily(coach).move({
        day: addDays(today, from),
        to: addDays(today, to),
        updatedAt: moved?.updatedAt ?? null,
      });
    };
    await move(1, 2);
    await move(2, 4);
    const { days, planned } = await daily(coach).plan();
    expect(planned).toBe(2);
    expect(days.slice(1, 5).map(({ spot: at }) => at?.question)).toEqual([
      'Second?',
      undefined,
      undefined,
      'First?',
    ]);
  });

  it('no decision is planned twice within 180 days', async () => {
    await daily(coach).save(spot(addDays(today, 1), 0));
    await expect(daily(coach).save(spot(addDays(today, 2), 0))).rejects.toMatchObject(
      withCode('invalid_input'),
    );
    app.clock.set(new Date(noon.getTime() + 179 * dayMs));
    await expect(daily(coach).save(spot(addDays(today, 180), 0))).rejects.toMatchObject(
      withCode('invalid_input'),
    );
    await daily(coach).save(spot(addDays(today, 182), 0));
  });

  it('if fewer than four days are planned, each coach gets only one reminder until the first day without a hand changes', async () => {
    for (const [index, number] of [1, 2, 3].entries())
      await daily(coach).save(spot(addDays(today, index + 1), number));
    const emails = () =>
      app.deps.db.selectFrom('mail_messages').select('id').where('kind', '=', 'daily_queue_low').execute();
    await remindOfFewDailyHands(app.deps);
    await remindOfFewDailyHands(app.deps);
    expect(await emails()).toHaveLength(1);
    await daily(coach).save(spot(addDays(today, 4), 4));
    const counts: number[] = [];
    for (const days of [0, 10, 11]) {
      app.clock.set(new Date(noon.getTime() + days * dayMs + 60_000));
      await remindOfFewDailyHands(app.deps);
      counts.push((await emails()).length);
    }
    expect(counts).toEqual([1, 2, 2]);
  });
});
