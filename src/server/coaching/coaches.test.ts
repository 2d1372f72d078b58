import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hourMs } from '../../shared/durations.ts';
import { httpClient, signIn } from '../../testing/http-client.ts';
import { waitForLockWaiters } from '../../testing/lock-waiters.ts';
import { changeUser, emailsTo } from '../../testing/rows.ts';
import { type TestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import { isStaff } from '../access/coach-access.operations.ts';
import { createHandlers } from '../job-handlers.ts';
import { unclaimIdle } from './answering.operations.ts';
import { remindCoaches } from './late-questions.operations.ts';
import { lockQuestion } from './questions.queries.ts';
import {
  answer,
  askedQuestion,
  createCoach,
  noon,
  openCoaching,
  savedHand,
  thought,
  verifiedStudent,
} from './testing/asked-questions.ts';

let app: TestApp;
let admin: TestUser;
let coach: TestUser;
let otherCoach: TestUser;

beforeAll(async () => {
  ({ app, admin, coach, otherCoach } = await openCoaching());
});
afterAll(() => app.close());
beforeEach(() => app.clock.set(noon));

const questions = (user: TestUser | null) => app.caller(user).questions;
/** A question of this age is urgent: an answer is promised within 72 hours, and fewer than 12 hours remain. */
const urgentAge = 61 * hourMs;
const withCode = (code: string) => ({ cause: { code } });

describe('coaches', () => {
  it('an admin makes a user a coach, and an admin is not a coach automatically', async () => {
    const student = await app.createUser();
    for (const user of [student, admin]) {
      await expect(questions(user).queue({})).rejects.toMatchObject(withCode('coach_only'));
    }
    await expect(questions(null).queue({})).rejects.toMatchObject(withCode('not_signed_in'));
    await app.caller(admin).admin.coaching.grantCoach({ userId: student.userId, displayName: 'New coach' });
    await questions(student).queue({});
    expect(await app.caller(student).auth.me()).toMatchObject({ isCoach: true, role: 'user' });
    expect(await app.caller(student).auth.currentUser()).not.toHaveProperty('isCoach');
    await app.caller(admin).admin.coaching.revokeCoach({ userId: student.userId });
    await expect(questions(student).queue({})).rejects.toMatchObject(withCode('coach_only'));
  });

  it('admins see that a coach who is suspended, or whose deletion is scheduled, cannot log in', async () => {
    const { coaching, users } = app.caller(admin).admin;
    const reason = 'Agreed by phone';
    const [suspended, leaving] = [await createCoach(app, admin), await createCoach(app, admin)];
    await users.suspend({ id: suspended.userId, reason });
    await users.delete({ id: leaving.userId, reason });
    const listed = new Map((await coaching.coaches()).map((one) => [one.userId, one]));
    expect(listed.get(suspended.userId)).toMatchObject({ active: true, canLogIn: false });
    expect(listed.get(leaving.userId)).toMatchObject({ active: true, canLogIn: false });
    expect(listed.get(coach.userId)).toMatchObject({ active: true, canLogIn: true });
  });

  it('a new coach must log in again, because the strength of a coach’s password is checked at login', async () => {
    const student = await app.createUser({ password: testPassword });
    const client = httpClient(app.app);
    const signIn = () =>
      client.request('POST', '/api/login', { email: student.email, password: testPassword });
    await signIn();
    const grant = { userId: student.userId, displayName: 'Third coach' };
    await app.caller(admin).admin.coaching.grantCoach(grant);
    expect((await client.request('GET', '/api/user')).statusCode).toBe(401);
    await signIn();
    const before = { displayName: grant.displayName, about: '', weeklyCapacity: 20, active: true };
    await app.caller(admin).admin.coaching.grantCoach({ ...grant, about: 'Cash games', before });
    expect((await client.request('GET', '/api/user')).statusCode).toBe(200);
    await app.caller(admin).admin.coaching.revokeCoach({ userId: student.userId });
  });

  it('the audit log distinguishes making someone a coach from editing a coach', async () => {
    const { userId } = await app.createUser();
    const { coaching, audit } = app.caller(admin).admin;
    const values = { displayName: 'Ada Moss', about: '', weeklyCapacity: 20 };
    await coaching.grantCoach({ userId, ...values });
    const edited = { ...values, about: 'Cash games.' };
    await coaching.grantCoach({ userId, ...edited, before: { ...values, active: true } });
    await coaching.revokeCoach({ userId });
    await coaching.grantCoach({ userId, ...edited, before: { ...edited, active: false } });
    await coaching.revokeCoach({ userId });
    const { items } = await audit.list({ subjectId: userId });
    expect(items.map(({ action }) => action).toReversed()).toEqual([
      'coach.granted',
      'coach.edited',
      'coach.revoked',
      'coach.granted',
      'coach.revoked',
    ]);
  });

  it('if two admins edit a coach, edits of different fields are merged, and the second edit of the same field gets a conflict', async () => {
    const { userId } = await app.createUser();
    const seen = { displayName: 'Ada Moss', about: 'Cash games.', weeklyCapacity: 20, active: true };
    const saved = async () =>
      (await app.caller(admin).admin.coaching.coaches()).find((each) => each.userId === userId);
    const save = (values: object, before: typeof seen | null) =>
      app.caller(admin).admin.coaching.grantCoach({ userId, ...seen, ...values, before });
    const changed = (field: string) => ({
      cause: { code: 'conflict', fields: { [field]: expect.stringContaining('was saved in the meantime') } },
    });

    await save({}, null);
    await expect(save({ displayName: 'Ada M.' }, null)).rejects.toMatchObject(changed('displayName'));
    await save({ weeklyCapacity: 5 }, seen);
    await save({ about: 'Tournaments.' }, seen);
    expect(await saved()).toMatchObject({ about: 'Tournaments.', weeklyCapacity: 5 });
    await expect(save({ weeklyCapacity: 7 }, seen)).rejects.toMatchObject(changed('weeklyCapacity'));
    expect(await saved()).toMatchObject({ weeklyCapacity: 5 });

    await app.caller(admin).admin.coaching.revokeCoach({ userId });
    const asStored = { ...seen, about: 'Tournaments.', weeklyCapacity: 5 };
    await expect(save(asStored, asStored)).rejects.toMatchObject(withCode('conflict'));
    expect(await saved()).toMatchObject({ active: false });
    await save(asStored, { ...asStored, active: false });
    expect(await saved()).toMatchObject({ active: true });
  });

  it('if two admins make the same user a coach concurrently, the second admin gets a conflict', async () => {
    const { userId } = await app.createUser();
    const results = await Promise.allSettled(
      ['First', 'Second'].map((displayName) =>
        app.caller(admin).admin.coaching.grantCoach({ userId, displayName }),
      ),
    );
    expect(results).toContainEqual({ status: 'fulfilled', value: undefined });
    expect(results).toContainEqual({
      status: 'rejected',
      reason: expect.objectContaining({ cause: expect.objectContaining({ code: 'conflict' }) }),
    });
  });

  it('coaches need a second factor if admins need one', async () => {
    const user = await app.createUser({ password: testPassword });
    await app.caller(admin).admin.coaching.grantCoach({ userId: user.userId, displayName: 'Another coach' });
    const client = await signIn(app.app, user);
    const queue = () => client.request('GET', `/trpc/questions.queue?input=${encodeURIComponent('{}')}`);
    expect((await queue()).statusCode).toBe(200);
    const isRequired = async () => (await app.caller(user).security.twoFactorStatus()).required;
    expect(await isRequired()).toBe(false);
    await app.caller(admin).admin.settings.update([{ key: 'requireAdminTwoFactor', value: true }]);
    try {
      expect(await isRequired()).toBe(true);
      const response = await queue();
      expect(response.statusCode).toBe(403);
      expect(response.body).toContain('two_factor_setup_required');
      const range = { ofAcademy: true, name: 'Opens', cells: { raise: 'AA', call: '' } };
      const saved = await client.request('POST', '/trpc/ranges.save', range);
      expect(saved.body).toContain('coach_only');
      const ranges = await client.request('GET', '/trpc/ranges.list');
      expect(ranges.body).toContain('"canPublish":false');
    } finally {
      await app.caller(admin).admin.settings.update([{ key: 'requireAdminTwoFactor', value: false }]);
    }
  });

  it.each(['awaitsTwoFactor', 'awaitsPassword'] as const)(
    'a coach has only the rights of a student while `%s` is set',
    async (missing) => {
      expect(await isStaff(app.deps, coach)).toBe(true);
      expect(await isStaff(app.deps, { ...coach, [missing]: true })).toBe(false);
    },
  );

  it('a coach sees neither a student’s email nor the full last name, and sees stakes and result only if the student shows them', async () => {
    const student = await verifiedStudent(app);
    const id = await askedQuestion(app, student);
    const found = await questions(coach).claim({ id });
    expect(JSON.stringify(await questions(otherCoach).queue({}))).not.toContain(student.userId);
    const seen = JSON.stringify([found, await questions(coach).queue({})]);
    expect(found.student.name).toBe('Dana W.');
    expect(found.hand).toMatchObject({ unit: { currency: null }, awards: [], shows: [] });
    expect(found.line).not.toMatch(/NL50|bb$/);
    for (const secret of [student.email, 'Whitfield', 'NL50', 'USD', '9♠9♦']) {
      expect(seen).not.toContain(secret);
    }

    const sharing = await verifiedStudent(app);
    const { id: handId, decisions } = await savedHand(app, sharing);
    const input = { handId, atAction: decisions.at(-1) ?? 0, thought, showStakes: true };
    const shown = await questions(coach).claim(await questions(sharing).ask(input));
    expect(shown.hand).toMatchObject({ unit: { currency: 'USD' }, awards: [expect.anything()] });
    expect(shown.line).toContain('NL50');
  });

  it('a coach cannot claim their own question', async () => {
    await changeUser(app, otherCoach, { email_verified_at: app.deps.now() });
    const id = await askedQuestion(app, otherCoach);
    expect((await questions(otherCoach).queue({})).items.map((item) => item.id)).not.toContain(id);
    await expect(questions(otherCoach).claim({ id })).rejects.toMatchObject(withCode('not_found'));
    await questions(coach).claim({ id });
  });

  it('of two concurrent claims of a question, one succeeds; the other coach gets errors that name the coach who claimed it', async () => {
    const student = await verifiedStudent(app);
    const id = await askedQuestion(app, student);
    const claims = await Promise.allSettled([coach, otherCoach].map((each) => questions(each).claim({ id })));
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [winner, loser] = claims[0]?.status === 'fulfilled' ? [coach, otherCoach] : [otherCoach, coach];
    await questions(winner).claim({ id });
    const winnerName = winner === coach ? 'Mara Ellis' : 'Jonas Reed';
    for (const call of [
      () => questions(loser).claim({ id }),
      () => questions(loser).answer({ id, ...answer }),
      () => questions(loser).release({ id }),
      () => questions(loser).return({ id, reason: 'unclear' }),
    ]) {
      await expect(call()).rejects.toMatchObject({
        cause: { code: 'conflict', message: `${winnerName} is answering this question.` },
      });
    }
    await questions(winner).release({ id });
    await questions(loser).claim({ id });
  });

  it('a claimed question that is not answered after 12 hours returns to the queue', async () => {
    const student = await verifiedStudent(app);
    const id = await askedQuestion(app, student);
    await questions(coach).claim({ id });
    app.clock.advance(11 * hourMs);
    await unclaimIdle(app.deps);
    expect((await questions(student).get({ id })).status).toBe('claimed');
    app.clock.advance(hourMs);
    await createHandlers(app.deps)['unclaim-idle']();
    expect((await questions(student).get({ id })).status).toBe('queued');
    await questions(otherCoach).claim({ id });
  });

  it.each([
    [
      'suspended',
      ({ userId: id }: TestUser) => app.caller(admin).admin.users.suspend({ id, reason: 'A lost laptop' }),
    ],
    [
      'deleted by an admin',
      ({ userId: id }: TestUser) => app.caller(admin).admin.users.delete({ id, reason: 'Asked by email' }),
    ],
    [
      'deleted by the coach',
      (leaving: TestUser) =>
        app.caller(leaving).privacy.requestDeletion({ password: testPassword, confirmation: 'DELETE' }),
    ],
  ])(
    'a claimed question returns to the queue when the account of its coach is %s, without a deadlock',
    async (_, leave) => {
      const { db } = app.deps;
      const student = await verifiedStudent(app);
      const id = await askedQuestion(app, student);
      const leaving = await createCoach(app, admin, 'Nora Vance');
      await questions(leaving).claim({ id });
      // Locks first the question and then the account, as an answer of the coach does.
      const { result } = await db.transaction().execute(async (trx) => {
        await lockQuestion(trx, id);
        const pending = Promise.allSettled([leave(leaving)]);
        await waitForLockWaiters(db);
        await trx.selectFrom('users').select('id').where('id', '=', leaving.userId).forKeyShare().execute();
        return { result: pending };
      });
      expect(await result).toMatchObject([{ status: 'fulfilled' }]);
      expect((await questions(student).get({ id })).status).toBe('queued');
    },
  );

  it('if a coach is suspended while claiming a question, `unclaimIdle` returns the question to the queue', async () => {
    const student = await verifiedStudent(app);
    const id = await askedQuestion(app, student);
    const suspended = await createCoach(app, admin, 'Ines Roth');
    await questions(suspended).claim({ id });
    await changeUser(app, suspended, { suspended_at: noon });
    await unclaimIdle(app.deps);
    expect((await questions(student).get({ id })).status).toBe('queued');
    await questions(otherCoach).claim({ id });
    await unclaimIdle(app.deps);
    expect((await questions(student).get({ id })).status).toBe('claimed');
  });

  it('a coach returns a question that cannot be answered, with a reason, and the student gets the credit back', async () => {
    const student = await verifiedStudent(app);
    const id = await askedQuestion(app, student);
    await questions(coach).claim({ id });
    await questions(coach).return({ id, reason: 'unclear', text: 'Which bet do you mean?' });
    expect(await questions(student).get({ id })).toMatchObject({
      status: 'returned',
      returnReason: 'unclear',
      returnText: 'Which bet do you mean?',
    });
    // The new credit expires 60 days after `noon`.
    expect(await questions(student).credits()).toMatchObject({
      left: 1,
      items: [{ source: 'returned', expiresAt: '2027-01-19T12:00:00.000Z' }],
    });
    const [email] = await emailsTo(app, student, 'question_returned');
    expect(email?.body_text).toContain('the question is not clear');
    expect(email?.body_text).toContain('Which bet do you mean?');
  });

  it('coaches are reminded of waiting questions once, and again whenever a question becomes urgent', async () => {
    const student = await verifiedStudent(app);
    await askedQuestion(app, student);
    await remindCoaches(app.deps);
    const first = await emailsTo(app, coach, 'questions_waiting');
    expect(first.length).toBeGreaterThan(0);
    await remindCoaches(app.deps);
    expect(await emailsTo(app, coach, 'questions_waiting')).toHaveLength(first.length);
    app.clock.advance(urgentAge);
    await remindCoaches(app.deps);
    const later = await emailsTo(app, coach, 'questions_waiting');
    expect(later).toHaveLength(first.length + 1);
    expect(JSON.stringify(later)).not.toContain(student.email);
    await remindCoaches(app.deps);
    expect(await emailsTo(app, coach, 'questions_waiting')).toHaveLength(later.length);
    // Another question becomes urgent while the first one is still open.
    await askedQuestion(app, await verifiedStudent(app));
    app.clock.advance(urgentAge);
    await remindCoaches(app.deps);
    expect(await emailsTo(app, coach, 'questions_waiting')).toHaveLength(later.length + 1);
  });
});
