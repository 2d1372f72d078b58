import { beforeAll, describe, expect, it } from 'vitest';
import { waitForLockWaiters } from '../../testing/lock-waiters.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import { createAdmin, createTestProduct } from '../payments/testing/purchases.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let student: TestUser;

beforeAll(async () => {
  const admin = await createAdmin(app);
  for (const [productNumber, title, price] of [
    [1, 'How to Read a Hand History', 0],
    [2, 'Final Table Workshop', 0],
    [3, 'A Locked Session', 5_000],
  ] as const) {
    await createTestProduct(app, admin, {
      type: 'session',
      productNumber,
      title,
      price,
      content: 'Read this.',
    });
  }
});

const noAnswers = { game: null, stakes: null, aim: null, weeklyHours: null };

describe('the questions after the first login', () => {
  it('a new student has no study profile and no recommendation; skipping the questions stores an empty profile', async () => {
    student = await app.createUser();
    const { learning } = app.caller(student);
    expect(await learning.studyProfile()).toEqual({ profile: null, recommendation: null });
    const skipped = await learning.saveStudyProfile(noAnswers);
    expect(skipped.profile).toEqual(noAnswers);
    expect(skipped.recommendation).not.toBeNull();
    expect(await learning.studyProfile()).toEqual(skipped);
  });

  it('the answers set the daily goal and lead to a recommendation of accessible content, with a reason', async () => {
    student = await app.createUser();
    const { learning, goals } = app.caller(student);
    const answers = { game: 'tournaments', stakes: 'micro', aim: null, weeklyHours: 4 } as const;
    const saved = await learning.saveStudyProfile(answers);
    expect(saved).toMatchObject({
      profile: answers,
      recommendation: {
        kind: 'session',
        title: 'Final Table Workshop',
        reason: expect.stringContaining('You play tournaments'),
      },
    });
    // Four hours a week are 34 minutes a day, rounded to a multiple of five.
    expect((await goals.today()).day.studyTimeGoal).toBe(35);
  });

  it('a daily goal that the student changed is kept until the weekly hours change', async () => {
    const user = await app.createUser();
    const { learning, goals } = app.caller(user);
    const goal = async () => (await goals.today()).day.studyTimeGoal;
    const answers = { ...noAnswers, game: 'cash', weeklyHours: 4 } as const;
    await learning.saveStudyProfile(answers);
    await goals.save({ date: (await goals.today()).day.date, studyTimeGoal: 90 });
    await learning.saveStudyProfile({ ...answers, stakes: 'micro' });
    expect(await goal()).toBe(90);
    await learning.saveStudyProfile({ ...answers, weeklyHours: 7 });
    expect(await goal()).toBe(60);
  });

  it('of two concurrent saves, the second sets the daily goal, because its weekly hours differ from those that the first has saved', async () => {
    const user = await app.createUser();
    const { learning, goals } = app.caller(user);
    await learning.saveStudyProfile({ ...noAnswers, weeklyHours: 4 });
    const client = await app.deps.pool.connect();
    try {
      // Makes both saves wait.
      await client.query('begin');
      await client.query('select 1 from study_profiles where user_id = $1 for update', [user.userId]);
      const longer = learning.saveStudyProfile({ ...noAnswers, weeklyHours: 7 });
      await waitForLockWaiters(app.deps.db);
      const shorter = learning.saveStudyProfile({ ...noAnswers, weeklyHours: 4 });
      await waitForLockWaiters(app.deps.db, 2);
      await client.query('commit');
      await Promise.all([longer, shorter]);
    } finally {
      client.release();
    }
    expect((await learning.studyProfile()).profile?.weeklyHours).toBe(4);
    expect((await goals.today()).day.studyTimeGoal).toBe(35);
  });

  it('a session without content is never recommended', async () => {
    const empty = { type: 'session', productNumber: 4, title: 'Not Recorded Yet', price: 0 } as const;
    const { id } = await createTestProduct(app, await createAdmin(app), empty);
    const { learning } = app.caller(await app.createUser());
    await learning.saveStudyProfile(noAnswers);
    for (;;) {
      const { recommendation } = await learning.studyProfile();
      if (!recommendation) break;
      expect(recommendation.id).not.toBe(id);
      await learning.markComplete({ sessionId: recommendation.id });
    }
  });

  it('locked or finished content is never recommended', async () => {
    const { learning } = app.caller(student);
    for (;;) {
      const { recommendation } = await learning.studyProfile();
      if (!recommendation) break;
      expect(recommendation.title).not.toBe('A Locked Session');
      await learning.markComplete({ sessionId: recommendation.id });
    }
    expect((await learning.studyProfile()).profile).not.toBeNull();
  });

  it('the answers of one student do not apply to another student', async () => {
    expect(await app.caller(await app.createUser()).learning.studyProfile()).toMatchObject({ profile: null });
  });
});
