import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { dayMs } from '../../shared/durations.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { createCoach } from '../coaching/testing/asked-questions.ts';
import { createTestProduct } from '../payments/testing/purchases.ts';
import { choiceDrill, createTestDeck } from './testing/test-decks.ts';

const app = setUpTestApp();

it('an answer that was given before its drill was archived counts, however late it is sent', async () => {
  const coach = await createCoach(app, await app.createUser({ role: 'admin' }));
  const { deckId, drillId } = await createTestDeck(app, coach);
  await app.caller(coach).drills.save({ deckId, ...choiceDrill });
  const { drills } = app.caller(await app.createUser());
  const answer = { drillId, version: 1, chosen: 0, tookMs: 4_000 };
  app.clock.advance(dayMs);
  await app.caller(coach).drills.archive({ id: drillId, isArchived: true });
  app.clock.advance(10 * dayMs);

  const id = randomUUID();
  const stored = await drills.attempt({ ...answer, id, agoMs: 11 * dayMs });
  expect(stored).toMatchObject({ isRight: false, dueOn: null });
  // Sent again, because the response was lost.
  expect(await drills.attempt({ ...answer, id, agoMs: 11 * dayMs + 1 })).toEqual(stored);
  const rows = await app.deps.db.selectFrom('drill_tries').select('id').execute();
  expect(rows).toEqual([{ id }]);
  app.clock.advance(30 * dayMs);
  expect((await drills.practice()).due).toEqual([]);

  await expect(drills.attempt({ ...answer, id: randomUUID(), agoMs: 40 * dayMs })).rejects.toMatchObject({
    cause: { code: 'not_found', message: expect.stringMatching(/^This drill was withdrawn before/) },
  });
});

it('sending a stored answer again returns it, even if it seems to have been given after its drill was archived', async () => {
  const coach = await createCoach(app, await app.createUser({ role: 'admin' }));
  const { drillId } = await createTestDeck(app, coach);
  const { drills } = app.caller(await app.createUser());
  const answer = { id: randomUUID(), drillId, version: 1, chosen: 0, tookMs: 4_000, agoMs: 0 };
  const stored = await drills.attempt(answer);
  app.clock.advance(1_000);
  await app.caller(coach).drills.archive({ id: drillId, isArchived: true });
  // Sent again because the response was lost. The second request took longer, so the answer seems to be newer.
  app.clock.advance(1_000);
  expect(await drills.attempt(answer)).toEqual({ ...stored, dueOn: null });
});

it('sending a stored answer again returns it, even if the student lost access to the deck in the meantime', async () => {
  const admin = await app.createUser({ role: 'admin' });
  const product = await createTestProduct(app, { ...admin, role: 'admin' }, { price: 1_499, isFree: true });
  const coach = await createCoach(app, admin);
  const { deckId, drillId } = await createTestDeck(app, coach, {
    place: { kind: 'product', id: product.id },
  });
  const { drills } = app.caller(await app.createUser());
  const answer = { id: randomUUID(), drillId, version: 1, chosen: 0, tookMs: 4_000, agoMs: 0 };
  const stored = await drills.attempt(answer);
  await app.deps.db.updateTable('products').set({ is_free: false }).where('id', '=', product.id).execute();
  expect(await drills.attempt(answer)).toEqual(stored);
  // A new answer is rejected, and the id of the stored one reveals no later version.
  await expect(drills.attempt({ ...answer, id: randomUUID(), agoMs: dayMs })).rejects.toMatchObject({
    cause: {
      code: 'forbidden',
      message:
        'Your access to these drills ended before the answer was sent. These drills belong to “River Bluffs”. They open when you buy it.',
    },
  });
  await app.caller(coach).drills.save({ id: drillId, deckId, ...choiceDrill, reason: 'Another reason' });
  await expect(drills.attempt({ ...answer, version: 2 })).rejects.toMatchObject({
    cause: { code: 'not_found' },
  });
});

it('a new drill is new again after two answers to it, from two devices, were both taken back', async () => {
  const coach = await createCoach(app, await app.createUser({ role: 'admin' }));
  const { drillId } = await createTestDeck(app, coach);
  const student = await app.createUser();
  const { drills } = app.caller(student);
  const answers = [];
  for (const chosen of [0, 1]) {
    const input = { id: randomUUID(), drillId, version: 1, chosen, tookMs: 0, agoMs: 0 };
    answers.push(await drills.attempt(input));
    app.clock.advance(1_000);
  }
  for (const { attemptId: id } of answers) await drills.takeBack({ id });
  const states = app.deps.db
    .selectFrom('drill_states')
    .select('due_on')
    .where('user_id', '=', student.userId);
  expect(await states.execute()).toEqual([]);
});
