import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { setUpTestApp } from '../../testing/test-app.ts';
import { createCoach, noon } from '../coaching/testing/asked-questions.ts';
import { createTestDeck } from './testing/test-decks.ts';

const app = setUpTestApp();

it('the event of an answered drill has the kind of the deck and the score', async () => {
  app.clock.set(noon);
  const coach = await createCoach(app, await app.createUser({ role: 'admin' }));
  const { drillId } = await createTestDeck(app, coach);
  const student = await app.createUser();
  await app
    .caller(student)
    .drills.attempt({ id: randomUUID(), drillId, version: 1, chosen: 2, tookMs: 1_000, agoMs: 0 });
  const events = await app.deps.db
    .selectFrom('analytics_events')
    .select('properties')
    .where('event_name', '=', 'drill_tried')
    .where('user_id', '=', student.userId)
    .execute();
  expect(events).toEqual([{ properties: { deckKind: 'coach', score: 40 } }]);
});
