import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { dayMs } from '../../shared/durations.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { createCoach, noon } from '../coaching/testing/asked-questions.ts';
import { choiceDrill, createTestDeck } from './testing/test-decks.ts';

const app = setUpTestApp();

it('drills of a leak that were answered on the same day come in a new order each time, after new drills and before those answered later', async () => {
  app.clock.set(noon);
  const coach = await createCoach(app, await app.createUser({ role: 'admin' }));
  const { deckId, drillId: fresh } = await createTestDeck(app, coach);
  const student = await app.createUser();
  const { drills } = app.caller(student);
  const saveDrill = (prompt: string) => app.caller(coach).drills.save({ deckId, ...choiceDrill, prompt });
  const answer = (drillId: string) =>
    drills.attempt({ id: randomUUID(), drillId, version: 1, chosen: 0, tookMs: 1_000, agoMs: 0 });
  const sameDay: string[] = [];
  for (let number = 0; number < 8; number += 1) sameDay.push((await saveDrill(`Drill ${number}`)).id);
  const later = (await saveDrill('Answered a day later')).id;
  for (const id of sameDay) await answer(id);
  app.clock.advance(dayMs);
  await answer(later);
  const orders: string[][] = [];
  for (let asked = 0; asked < 4; asked += 1) {
    const ids = (await drills.ask({ from: 'leak', leak: 'river-call' })).map(({ id }) => id);
    expect(ids[0]).toBe(fresh);
    expect(ids.at(-1)).toBe(later);
    expect(ids.slice(1, -1).toSorted()).toEqual(sameDay.toSorted());
    orders.push(ids);
  }
  expect(new Set(orders.map(String)).size).toBeGreaterThan(1);
});
