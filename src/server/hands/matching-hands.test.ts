import { expect, it } from 'vitest';
import { handBounds } from '../../shared/hands/hand-bounds.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { savedText } from './testing/saved-texts.ts';

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
