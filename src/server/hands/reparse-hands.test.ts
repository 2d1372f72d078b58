import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { parserVersion } from '../../shared/poker/formats/read-hands.ts';
import type { Hand } from '../../shared/poker/hand.ts';
import { parserVersionOf } from '../../shared/poker/parser-version-of.ts';
import { waitForLockWaiters } from '../../testing/lock-waiters.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import { answer, createCoach, thought, verifiedStudent } from '../coaching/testing/asked-questions.ts';
import { createHandlers } from '../job-handlers.ts';
import { parseHandsAgain } from './reparse-hands.operations.ts';
import { lockOutdatedHand, updateParsedHand } from './reparse-hands.queries.ts';
import { savedText } from './testing/saved-texts.ts';

const app = setUpTestApp();

const hands = (user: TestUser | null) => app.caller(user).hands;
const rowOf = (id: string) =>
  app.deps.db.selectFrom('hands').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Stores what an earlier version of the parsers would have computed from the text. */
async function makeOutdated(id: string, misread: (hand: Hand) => Hand): Promise<void> {
  const { model } = await rowOf(id);
  const source = { site: 'pokerstars' as const, reader: parserVersion - 1 };
  await app.deps.db
    .updateTable('hands')
    .set({
      model: JSON.stringify({ ...misread(model), source }),
      reader_version: parserVersion - 1,
      verdict: 'odd',
      oddities: ['The rake is taken twice.'],
      hero_net_units: 1,
      line: 'misread',
    })
    .where('id', '=', id)
    .execute();
}

const withMoreRake = (hand: Hand): Hand => ({ ...hand, rake: hand.rake + 1 });
const withoutLastAction = (hand: Hand): Hand => ({ ...hand, actions: hand.actions.slice(0, -1) });

it('a hand is parsed again by newer parsers, and keeps what the student added', async () => {
  const student = await verifiedStudent(app);
  const coach = await createCoach(app, await app.createUser({ role: 'admin' }));
  const id = await savedText(app, student);
  const before = await hands(student).get({ id });
  await makeOutdated(id, withMoreRake);

  await hands(student).update({ id, title: 'Two pair', note: 'He never folds.', starred: true });
  await hands(student).noteAction({ id, atAction: 5, text: 'Too small?' });
  await hands(student).labelSeat({ id, seat: 4, label: 'Caller' });
  const { path } = await hands(student).share({ id, mode: 'open' });
  const token = path.split('/').at(-1) ?? '';
  const atAction = before.hand.actions.findLastIndex((action) => action.a === 'bet');
  const asked = { handId: id, atAction, thought, question: 'Too thin?' };
  const { id: questionId } = await app.caller(student).questions.ask(asked);
  await app.caller(coach).questions.claim({ id: questionId });
  await app.caller(coach).questions.answer({ id: questionId, ...answer });
  expect(await hands(student).get({ id })).toMatchObject({ verdict: 'odd', line: 'misread' });

  await createHandlers(app.deps)['read-hands-again']();
  const after = await hands(student).get({ id });
  expect(after).toMatchObject({
    hand: before.hand,
    line: before.line,
    verdict: 'sound',
    oddities: [],
    title: 'Two pair',
    own: {
      note: 'He never folds.',
      starred: true,
      notes: [{ atAction: 5, text: 'Too small?' }],
      labels: [{ seat: 4, label: 'Caller' }],
      shares: [{ mode: 'open' }],
      createdAt: before.own?.createdAt,
    },
  });
  expect((await hands(null).shared({ token })).hand.rake).toBeGreaterThan(0);
  expect(await app.caller(student).questions.get({ id: questionId })).toMatchObject({ handId: id, atAction });
  // If the same text is saved again, it is recognized as this hand.
  await expect(savedText(app, student)).rejects.toThrow(`{"outcome":"known","id":"${id}"}`);
});

it('after a hand was parsed again, a note, label or question that refers to the old result is rejected, and one that refers to the new result is stored', async () => {
  const student = await verifiedStudent(app);
  await createCoach(app, await app.createUser({ role: 'admin' }));
  const id = await savedText(app, student);
  await makeOutdated(id, withMoreRake);
  const { hand } = await hands(student).get({ id });
  await parseHandsAgain(app.deps);

  const atAction = hand.actions.findLastIndex((action) => action.a === 'bet');
  const addAll = (version: number | undefined) => [
    () => hands(student).noteAction({ id, reader: version, atAction, text: 'Too small?' }),
    () => hands(student).labelSeat({ id, reader: version, seat: 4, label: 'Caller' }),
    () => app.caller(student).questions.ask({ handId: id, reader: version, atAction, thought }),
  ];
  for (const add of addAll(parserVersionOf(hand))) {
    await expect(add()).rejects.toMatchObject({
      cause: { code: 'conflict', message: expect.stringMatching(/^We corrected how this hand is read/) },
    });
  }
  expect((await hands(student).get({ id })).own).toMatchObject({ notes: [], labels: [] });
  const count = async () => (await app.caller(student).questions.list({})).items.length;
  expect(await count()).toBe(0);
  for (const add of addAll(parserVersion)) await add();
  expect((await hands(student).get({ id })).own).toMatchObject({
    notes: [{ atAction }],
    labels: [{ seat: 4 }],
  });
  expect(await count()).toBe(1);
  // Without `reader`, the parser version that the client has seen, a call refers to the newest result.
  await hands(student).noteAction({ id, atAction, text: '' });
});

it('a note that is saved while its hand is parsed again is checked against the new result', async () => {
  const student = await app.createUser();
  const id = await savedText(app, student);
  const { model } = await rowOf(id);
  const last = model.actions.length - 1;
  const saving = await app.deps.db.transaction().execute(async (trx) => {
    await lockOutdatedHand(trx, id, parserVersion + 1);
    const result = hands(student)
      .noteAction({ id, atAction: last, text: 'Too small?' })
      .then(
        () => 'saved',
        (error: Error) => error.message,
      );
    await waitForLockWaiters(app.deps.db);
    await updateParsedHand(trx, id, { model: JSON.stringify(withoutLastAction(model)) });
    return { result };
  });
  expect(await saving.result).toBe('Action was not found');
  expect((await hands(student).get({ id })).own?.notes).toEqual([]);
});

it('the picture of a shared link shows the hand as it was parsed last', async () => {
  const student = await app.createUser();
  const id = await savedText(app, student);
  const { path } = await hands(student).share({ id, mode: 'open' });
  const picture = async () => {
    const response = await app.app.inject({ url: `/api/hands/shared/${path.replace('/h/', '')}/picture` });
    return response.rawPayload.toString('base64');
  };
  await makeOutdated(id, withoutLastAction);
  const before = await picture();
  expect(await picture()).toBe(before);
  await parseHandsAgain(app.deps);
  // The old result lacks the last action, a call, so the pot in it was smaller.
  expect(await picture()).not.toBe(before);
});

it('a hand with a note or a label keeps the old result if newer parsers find other actions in the hand', async () => {
  const student = await app.createUser();
  const [free, noted, labeled] = [
    await savedText(app, student, 'a'),
    await savedText(app, student, 'b'),
    await savedText(app, student, 'c'),
  ];
  for (const id of [free, noted, labeled]) await makeOutdated(id, withoutLastAction);
  await hands(student).noteAction({ id: noted, atAction: 5, text: 'Too small?' });
  await hands(student).labelSeat({ id: labeled, seat: 4, label: 'Caller' });

  await parseHandsAgain(app.deps);
  expect(await rowOf(free)).toMatchObject({ verdict: 'sound', model: { source: { reader: parserVersion } } });
  for (const id of [noted, labeled]) {
    expect(await rowOf(id)).toMatchObject({
      line: 'misread',
      model: { source: { reader: parserVersion - 1 } },
    });
  }
  // The job does not parse these hands a second time.
  expect(await parseHandsAgain(app.deps)).toBe(0);
});

it('a hand keeps the old result if newer parsers reject its text', async () => {
  const student = await app.createUser();
  const id = await savedText(app, student);
  await makeOutdated(id, withMoreRake);
  const text = (await rowOf(id)).source_text ?? '';
  await app.deps.db
    .updateTable('hands')
    .set({ source_text: text.replace('calls $1.50', 'juggles $1.50') })
    .where('id', '=', id)
    .execute();
  await parseHandsAgain(app.deps);
  expect(await rowOf(id)).toMatchObject({ line: 'misread', reader_version: parserVersion });
});

it('if parsing a hand causes an error, the job logs the id of the hand, keeps the old result, does not try again, and parses the other hands', async () => {
  const student = await app.createUser();
  const [broken, other] = [await savedText(app, student, 'a'), await savedText(app, student, 'b')];
  for (const id of [broken, other]) await makeOutdated(id, withMoreRake);
  await app.deps.db.updateTable('hands').set({ model: '{}' }).where('id', '=', broken).execute();
  expect(await parseHandsAgain(app.deps)).toBe(2);
  expect(await rowOf(other)).toMatchObject({ verdict: 'sound', reader_version: parserVersion });
  expect(await rowOf(broken)).toMatchObject({ line: 'misread', reader_version: parserVersion });
  expect(app.logs.join('')).toContain(broken);
  expect(await parseHandsAgain(app.deps)).toBe(0);
});

it('a hand that another transaction locks for too long is parsed by the next run', async () => {
  const student = await app.createUser();
  const id = await savedText(app, student);
  await makeOutdated(id, withMoreRake);
  const { run } = await app.deps.db.transaction().execute(async (trx) => {
    await lockOutdatedHand(trx, id, parserVersion);
    const run = parseHandsAgain(app.deps);
    await waitForLockWaiters(app.deps.db);
    // Cancels the waiting statement now, as the lock timeout would later.
    await sql`select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.deps.db);
    return { run };
  });
  await run;
  expect(await rowOf(id)).toMatchObject({ line: 'misread', reader_version: parserVersion - 1 });
  await parseHandsAgain(app.deps);
  expect(await rowOf(id)).toMatchObject({ verdict: 'sound', reader_version: parserVersion });
});
