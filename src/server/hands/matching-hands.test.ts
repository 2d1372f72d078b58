import { expect, it } from 'vitest';
import { handBounds } from '../../shared/hands/hand-bounds.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { keyOf, roomText, savedText } from './testing/saved-texts.ts';

const app = setUpTestApp();

it('the count of matching hands includes only the user’s own hands, and stops at one more than the limit', async () => {
  const [user, other] = [await app.createUser(), await app.createUser()];
  const id = await savedText(app, user);
  expect(await app.caller(user).hands.countMatches({ position: 'BB' })).toBe(1);
  expect(await app.caller(user).hands.countMatches({ position: 'SB' })).toBe(0);
  expect(await app.caller(other).hands.countMatches({ position: 'BB' })).toBe(0);
  await copyHand(id, handBounds.countedMatches + 1);
  expect(await app.caller(user).hands.countMatches({ position: 'BB' })).toBe(handBounds.countedMatches + 1);
});

it('the list begins with the hands of the newest request, and keeps the order of the hands of a request', async () => {
  const user = await app.createUser();
  const { hands } = app.caller(user);
  const save = (letters: readonly string[]) =>
    hands.save({
      hands: letters.map((letter) => ({ text: roomText(230000000001, '2s'), key: keyOf(letter) })),
    });
  const now = app.deps.now();
  app.clock.set(now);
  const first = await save(['a', 'b', 'c']);
  app.clock.set(new Date(now.getTime() + 1));
  const second = await save(['d', 'e', 'f']);
  const ids = [...second, ...first].map((outcome) => 'id' in outcome && outcome.id);
  expect((await hands.list({})).items.map(({ id }) => id)).toEqual(ids);
});

/** Stores copies of a hand. They have no `hand_key`, because two hands of a user cannot have the same key. */
async function copyHand(id: string, times: number): Promise<void> {
  const row = await app.deps.db
    .selectFrom('hands')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const copy = { ...row, id: undefined, hand_key: null, model: JSON.stringify(row.model) };
  const copies = Array.from({ length: times }, () => copy);
  await app.deps.db.insertInto('hands').values(copies).execute();
}
