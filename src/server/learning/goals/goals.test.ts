import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { httpClient } from '../../../testing/http-client.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { answeredQuestion, createCoach, verifiedStudent } from '../../coaching/testing/asked-questions.ts';
import { createAdmin, createTestProduct } from '../../payments/testing/purchases.ts';
import { createTestDeck } from '../../practice/testing/test-decks.ts';

const noon = new Date('2026-11-20T12:00:00Z');
const minute = 60 * 1000;

const app = setUpTestApp();
let admin: AdminActor;
let sessionId: number;

beforeAll(async () => {
  app.clock.set(noon);
  admin = await createAdmin(app);
  sessionId = (await createTestProduct(app, admin, { type: 'session', productNumber: 1 })).id;
});
afterEach(() => app.clock.set(noon));

const goals = (user: TestUser) => app.caller(user).goals;

/** Reports `minutes` minutes of study, one minute per report. */
async function study(user: TestUser, minutes: number): Promise<void> {
  for (let index = 0; index < minutes; index += 1) {
    app.clock.advance(minute);
    await app.caller(user).learning.reportProgress({ sessionId, addSeconds: 60 });
  }
}

describe('a day of the goals page', () => {
  it('keeps omitted fields, clears fields set to null, and distinguishes null from 0', async () => {
    const user = await app.createUser();
    const date = '2026-11-20';
    const played = { bigBlind: 10, tournaments: 0, buyIns: null };
    await goals(user).save({ date, handsPlayed: 0, winLoss: -12_345, ...played, mood: 4, notes: 'tilt' });
    expect(await goals(user).save({ date, studyTimeGoal: 30 })).toEqual({
      date,
      studyTimeGoal: 30,
      actualStudyTime: 0,
      sessionsCompleted: 0,
      handsPlayed: 0,
      winLoss: -12_345,
      ...played,
      mood: 4,
      notes: 'tilt',
      completed: false,
      completedForced: null,
    });
    expect(await goals(user).save({ date, handsPlayed: null, winLoss: 0, notes: '' })).toMatchObject({
      handsPlayed: null,
      winLoss: 0,
      notes: null,
      mood: 4,
    });
  });

  it('exports and imports stakes and buy-ins, from which the win rate and the return on investment are computed', async () => {
    const user = await app.createUser();
    const cash = { handsPlayed: 1_000, winLoss: 500, bigBlind: 10 };
    await goals(user).save({ date: '2026-11-18', ...cash });
    await goals(user).save({ date: '2026-11-19', winLoss: -250, tournaments: 5, buyIns: 1_000 });
    const csv = await goals(user).exportCsv();
    const other = await app.createUser();
    expect(await goals(other).importCsv({ csv })).toEqual({ imported: 2, errors: [] });
    expect(await goals(other).exportCsv()).toBe(csv);
    expect(await goals(other).results()).toMatchObject({
      cash: { hands: 1_000, bbPer100: 5, low: null },
      tournaments: { count: 5, buyIns: 1_000, roi: -0.25 },
    });
  });

  it('is updated by each study report, and is completed when the goal is reached', async () => {
    const user = await app.createUser();
    await goals(user).save({ date: '2026-11-20', studyTimeGoal: 3 });
    await study(user, 2);
    expect((await goals(user).today()).day).toMatchObject({ actualStudyTime: 2, completed: false });
    await study(user, 1);
    expect(await goals(user).today()).toMatchObject({
      day: { actualStudyTime: 3, completed: true },
      streak: { current: 1, best: 1, studiedToday: true },
    });
  });

  it('counts as studied after a drill whose answer was not taken back, or after a coach’s answer was read', async () => {
    const coach = await createCoach(app, admin);
    const { drillId } = await createTestDeck(app, coach);
    const user = await verifiedStudent(app);
    const { drills, questions } = app.caller(user);
    await goals(user).setTimeZone({ timeZone: 'Pacific/Auckland' });
    const attempt = async () => {
      const id = randomUUID();
      await drills.attempt({ id, drillId, version: 1, chosen: 0, tookMs: 0, agoMs: 0 });
      return id;
    };
    await drills.takeBack({ id: await attempt() });
    expect((await goals(user).today()).streak).toMatchObject({ current: 0, studiedToday: false });
    await attempt();
    expect((await goals(user).today()).streak).toMatchObject({ current: 1, studiedToday: true });
    const id = await answeredQuestion(app, user, coach);
    app.clock.advance(24 * 60 * minute);
    expect((await goals(user).today()).streak).toMatchObject({ current: 1, studiedToday: false });
    await questions.revealAnswer({ id, choice: null });
    expect((await goals(user).today()).streak).toMatchObject({ current: 2, studiedToday: true });
    // The answer was read at 12:00 UTC on 21 November. In Auckland, that time and the time set here are on 22 November.
    app.clock.set(new Date('2026-11-22T10:00:00Z'));
    expect((await goals(user).today()).streak).toMatchObject({ current: 2, studiedToday: true });
    expect(await goals(user).studyDays()).toMatchObject([
      { date: '2026-11-21', actualStudyTime: 0, drillsAnswered: 1, answersRead: 0 },
      { date: '2026-11-22', actualStudyTime: 0, drillsAnswered: 0, answersRead: 1 },
    ]);
    expect(await goals(user).list()).toEqual([]);
    expect(await goals(user).studyDays({ from: '2026-11-22', to: '2026-11-22' })).toHaveLength(1);
    expect(await goals(user).studyDays({ from: '2026-11-21', to: '2026-11-21' })).toHaveLength(1);
  });

  it('counts a coach’s answer that the user read on that day, even if the user changes the time zone later', async () => {
    const coach = await createCoach(app, admin);
    const user = await verifiedStudent(app);
    const { questions } = app.caller(user);
    await goals(user).setTimeZone({ timeZone: 'Europe/Vienna' });
    const id = await answeredQuestion(app, user, coach);
    app.clock.set(new Date('2026-11-21T12:00:00Z'));
    await questions.revealAnswer({ id, choice: null });
    const range = { from: '2026-11-21', to: '2026-11-21' };
    // At noon UTC, 22 November had begun in Kiritimati.
    for (const timeZone of ['Europe/Vienna', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await goals(user).setTimeZone({ timeZone });
      expect(await goals(user).studyDays(range)).toMatchObject([{ date: '2026-11-21', answersRead: 1 }]);
      expect(await goals(user).studyDays({ from: '2026-11-22', to: '2026-11-22' })).toEqual([]);
    }
  });

  it('still counts as studied after the drills that the user answered on that day were deleted with their hand', async () => {
    const coach = await createCoach(app, admin);
    const user = await verifiedStudent(app);
    const { drills, questions, hands, leaks } = app.caller(user);
    const id = await answeredQuestion(app, user, coach);
    app.clock.advance(24 * 60 * minute);
    const { handId } = await questions.revealAnswer({ id, choice: 'Call' });
    app.clock.advance(24 * 60 * minute);
    const [drill] = await drills.ask({ from: 'due' });
    const answer = { id: randomUUID(), drillId: drill?.id ?? '', version: 1, chosen: 0, tookMs: 0, agoMs: 0 };
    await drills.attempt(answer);
    const before = { days: await goals(user).studyDays(), today: await goals(user).today() };
    expect(before.days).toMatchObject([{ date: '2026-11-21' }, { date: '2026-11-22', drillsAnswered: 1 }]);
    await hands.remove({ ids: [handId ?? ''] });
    expect({ days: await goals(user).studyDays(), today: await goals(user).today() }).toEqual(before);
    expect(await leaks.evidence({ leak: 'river-call' })).toMatchObject({ tries: [] });
    for (const late of [() => drills.attempt(answer), () => drills.takeBack({ id: answer.id })]) {
      await expect(late()).rejects.toMatchObject({ cause: { code: 'not_found' } });
    }
  });

  it('a day with only drills shows the study goal of the latest earlier day, and keeps this goal when saved', async () => {
    const { drillId } = await createTestDeck(app, await createCoach(app, admin));
    const user = await verifiedStudent(app);
    await goals(user).save({ date: '2026-11-18', studyTimeGoal: 25 });
    await app
      .caller(user)
      .drills.attempt({ id: randomUUID(), drillId, version: 1, chosen: 0, tookMs: 0, agoMs: 0 });
    const day = { date: '2026-11-20', studyTimeGoal: 25, drillsAnswered: 1, completed: false };
    expect(await goals(user).studyDays()).toMatchObject([{ date: '2026-11-18', drillsAnswered: 0 }, day]);
    expect(await goals(user).studyDays({ from: day.date, to: day.date })).toMatchObject([day]);
    expect(await goals(user).save({ date: day.date, mood: 4 })).toMatchObject({ studyTimeGoal: 25 });
    expect(await goals(user).studyDays()).toMatchObject([{}, { ...day, mood: 4 }]);
  });

  it('the user can set whether a day is completed, and return to the computed value', async () => {
    const user = await app.createUser();
    const date = '2026-11-20';
    expect(await goals(user).save({ date, completed: true })).toMatchObject({ completed: true });
    await study(user, 1);
    expect((await goals(user).today()).day).toMatchObject({ completed: true, completedForced: true });
    expect(await goals(user).save({ date, completed: null })).toMatchObject({ completed: false });
    await goals(user).save({ date, studyTimeGoal: 1 });
    expect((await goals(user).today()).day.completed).toBe(true);
    expect(await goals(user).save({ date, completed: false })).toMatchObject({ completed: false });
  });

  it('days begin and end in the user’s time zone', async () => {
    const user = await app.createUser();
    expect(await goals(user).today()).toMatchObject({ timeZone: null, day: { date: '2026-11-20' } });
    await goals(user).setTimeZone({ timeZone: 'Pacific/Auckland' });
    expect(await goals(user).today()).toMatchObject({
      timeZone: 'Pacific/Auckland',
      day: { date: '2026-11-21' },
    });
    await study(user, 1);
    expect(await goals(user).list()).toMatchObject([{ date: '2026-11-21', actualStudyTime: 1 }]);
    await expect(goals(user).setTimeZone({ timeZone: 'Mars/Base' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('a new day starts with the study goal of the latest earlier day', async () => {
    const user = await app.createUser();
    await goals(user).save({ date: '2026-11-18', studyTimeGoal: 45 });
    expect((await goals(user).today()).day.studyTimeGoal).toBe(45);
    expect(await goals(user).day({ date: '2026-12-24' })).toMatchObject({
      studyTimeGoal: 45,
      handsPlayed: null,
    });
    expect(await goals(user).day({ date: '2026-11-17' })).toMatchObject({ studyTimeGoal: null });
    await study(user, 1);
    expect((await goals(user).today()).day).toMatchObject({ studyTimeGoal: 45, actualStudyTime: 1 });
  });

  it('after the user has cleared the study goal, new days have no goal', async () => {
    const user = await app.createUser();
    await goals(user).save({ date: '2026-11-18', studyTimeGoal: 45 });
    await goals(user).save({ date: '2026-11-19', studyTimeGoal: null });
    await study(user, 1);
    expect((await goals(user).today()).day).toMatchObject({ studyTimeGoal: 0, completed: false });
    // Without an earlier goal, null is stored.
    expect(await goals(user).save({ date: '2026-11-17', studyTimeGoal: null })).toMatchObject({
      studyTimeGoal: null,
    });
  });

  it('study time is not lost when a day is saved while a study report arrives', async () => {
    const user = await app.createUser();
    await study(user, 1);
    app.clock.advance(minute);
    await Promise.all([
      app.caller(user).learning.reportProgress({ sessionId, addSeconds: 60 }),
      ...Array.from({ length: 19 }, (_, index) =>
        goals(user).save({ date: '2026-11-20', handsPlayed: index }),
      ),
    ]);
    expect((await goals(user).today()).day.actualStudyTime).toBe(2);
  });

  it('days are visible only to their owner', async () => {
    const [owner, other] = [await app.createUser(), await app.createUser()];
    await goals(owner).save({ date: '2026-11-20', winLoss: 100, notes: 'mine' });
    for (const otherUser of [other, { ...admin, email: '' }]) {
      expect(await goals(otherUser).list({ from: '2026-11-01', to: '2026-11-30' })).toEqual([]);
      expect(await goals(otherUser).day({ date: '2026-11-20' })).toMatchObject({
        winLoss: null,
        notes: null,
      });
      expect(await goals(otherUser).exportCsv()).not.toContain('mine');
    }
  });
});

describe('GET and PUT /api/goals', () => {
  it('read and write days', async () => {
    const user = await app.createUser({ password: testPassword });
    const client = httpClient(app.app);
    expect((await client.request('GET', '/api/goals')).statusCode).toBe(401);
    await client.request('POST', '/api/login', { email: user.email, password: testPassword });
    const put = await client.request('PUT', '/api/goals/2026-11-19', { handsPlayed: 412, winLoss: 5_050 });
    expect(put.statusCode, put.body).toBe(200);
    const list = await client.request('GET', '/api/goals?from=2026-11-01&to=2026-11-30');
    expect(list.json()).toMatchObject([{ date: '2026-11-19', handsPlayed: 412, winLoss: 5_050 }]);
    for (const [method, url, body] of [
      ['GET', '/api/goals?from=2026-11-30&to=2026-11-01', undefined],
      ['GET', '/api/goals?from=2001-01-01&to=2026-11-01', undefined],
      ['GET', '/api/goals?from=yesterday', undefined],
      ['PUT', '/api/goals/2026-02-30', {}],
      ['PUT', '/api/goals/1999-12-31', {}],
      ['PUT', '/api/goals/2027-06-01', {}],
      ['PUT', '/api/goals/2026-11-19', { handsPlayed: -1 }],
      ['PUT', '/api/goals/2026-11-19', { winLoss: 0.5 }],
      ['PUT', '/api/goals/2026-11-19', { mood: 6 }],
      ['PUT', '/api/goals/2026-11-19', { studyTimeGoal: 1_441 }],
      ['PUT', '/api/goals/2026-11-19', { completed: 'yes' }],
    ] as const) {
      const response = await client.request(method, url, body);
      expect(response.statusCode, `${url} ${JSON.stringify(body)}`).toBe(400);
    }
  });
});

describe('CSV export and import', () => {
  it('keeps all fields, and escapes formulas', async () => {
    const [user, copy] = [await app.createUser(), await app.createUser()];
    await goals(user).save({
      date: '2026-11-18',
      studyTimeGoal: 30,
      actualStudyTime: 25,
      sessionsCompleted: 1,
      handsPlayed: 400,
      winLoss: -12_050,
      mood: 2,
      notes: '=HYPERLINK("x"), "quoted"\nline',
    });
    await goals(user).save({ date: '2026-11-19', winLoss: 0 });
    const csv = await goals(user).exportCsv();
    expect(csv).toContain("'=HYPERLINK");
    expect(csv).toContain(',-120.5,');
    expect(await goals(copy).importCsv({ csv })).toEqual({ imported: 2, errors: [] });
    const range = { from: '2026-11-01', to: '2026-11-30' };
    const [first, second] = await goals(user).list(range);
    expect(await goals(copy).list(range)).toEqual([first, second]);
    await goals(copy).importCsv({ csv });
    expect(await goals(copy).list(range)).toEqual([first, second]);
  });

  it('reads decimal commas, as spreadsheets of many countries write them', async () => {
    const user = await app.createUser();
    await goals(user).importCsv({ csv: 'Date;Win loss dollars\n2026-11-16;-12,50\n2026-11-17;1.234,5' });
    expect(await goals(user).list()).toMatchObject([{ winLoss: -1_250 }, { winLoss: 123_450 }]);
  });

  it('reports each invalid line, and imports no line if any is invalid', async () => {
    const user = await app.createUser();
    const csv = [
      'Date;Hands played;Win loss dollars',
      '2026-11-18;100;12.50',
      '2026-11-31;100;1',
      '2026-11-19;many;1',
      '2026-11-18;5;5',
      '2026-11-17;5;1.234',
      '2026-11-16;5;1,2,50',
      '2030-01-01;5;1',
    ].join('\n');
    const { imported, errors } = await goals(user).importCsv({ csv });
    expect(imported).toBe(0);
    expect(errors.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 8]);
    expect(errors[1]?.message).toContain('hands_played');
    expect(await goals(user).list()).toEqual([]);
  });

  it.each([
    ['no header', '2026-11-18,5', 1],
    ['an unknown column', 'date,profit\n2026-11-18,5', 1],
    ['a column twice', 'date,mood,mood\n2026-11-18,5,5', 1],
    ['no days', 'date,mood\n', 1],
    ['an open quote', 'date,notes\n2026-11-18,"x', 2],
    ['too many days', `date\n${Array.from({ length: 3_661 }, () => '2026-11-18').join('\n')}`, 1],
  ])('rejects a file with %s, and names the line', async (_name, csv, line) => {
    const result = await goals(await app.createUser()).importCsv({ csv });
    expect(result.imported).toBe(0);
    expect(result.errors).toHaveLength(1);
    expect(result.errors[0]?.line).toBe(line);
  });

  it('limits the file size, and imports 1,000 days', async () => {
    const user = await app.createUser();
    await expect(goals(user).importCsv({ csv: 'x'.repeat(300_001) })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    const lines = Array.from({ length: 1_000 }, (_, index) =>
      new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10),
    );
    const csv = `date,hands_played,win_loss_dollars\n${lines.map((day) => `${day},200,"$1,000.00"`).join('\n')}`;
    expect(await goals(user).importCsv({ csv })).toEqual({ imported: 1_000, errors: [] });
    expect(await goals(user).results()).toMatchObject({
      days: 1_000,
      hands: 200_000,
      total: 100_000_000,
      verdict: 'beyond_luck',
    });
  });

  it('an export of ten years can be imported into another account', async () => {
    const days = Array.from({ length: 3_660 }, (_, index) =>
      new Date(Date.UTC(2016, 0, 1 + index)).toISOString().slice(0, 10),
    );
    const csv = `date,study_minutes,mood\n${days.map((day) => `${day},60,3`).join('\n')}`;
    const user = await app.createUser();
    expect(await goals(user).importCsv({ csv })).toEqual({ imported: 3_660, errors: [] });
    const exported = await goals(user).exportCsv();
    const copy = await app.createUser();
    expect(await goals(copy).importCsv({ csv: exported })).toEqual({ imported: 3_660, errors: [] });
    expect(await goals(copy).exportCsv()).toBe(exported);
  });
});
