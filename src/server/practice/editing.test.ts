import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { withoutStakes } from '../../shared/hands/hidden-hand.ts';
import { buildHand } from '../../shared/poker/build-hand.ts';
import { decisionsOf } from '../../shared/poker/deal.ts';
import type { SaveDrillInput } from '../../shared/practice/drill-editor.ts';
import type { TestUser } from '../../testing/test-app.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { createCoach, savedHand } from '../coaching/testing/asked-questions.ts';
import { demoNotation } from '../demo/demo-hands.ts';
import { storeAcademyHand } from '../hands/academy-hands.operations.ts';
import { createTestProduct } from '../payments/testing/purchases.ts';
import { choiceDrill, createTestDeck } from './testing/test-decks.ts';

const app = setUpTestApp();
let admin: TestUser;
let coach: TestUser;
let deckId: string;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin' });
  coach = await createCoach(app, admin);
  ({ deckId } = await createTestDeck(app, coach));
});

const riverHand = buildHand(demoNotation('Top pair, three streets'));
const withCode = (code: string) => ({ cause: { code } });
const drills = (user: TestUser = coach) => app.caller(user).drills;

async function saved(part: Partial<SaveDrillInput> = {}): Promise<string> {
  const { id } = await drills().save({ ...choiceDrill, deckId, ...part });
  return id;
}

const idsOf = async (filter: Parameters<ReturnType<typeof drills>['figures']>[0]) =>
  (await drills().figures(filter)).items.map(({ id }) => id);

it('a drill gets a new version only if a coach changes what students see', async () => {
  const id = await saved();
  const { id: otherDeck } = await drills().createDeck({ title: 'Turns', place: null });
  await saved({ id });
  await saved({ id, deckId: otherDeck, leak: 'thin-value' });
  expect(await drills().edited({ id })).toMatchObject({
    version: 1,
    deckId: otherDeck,
    leak: 'thin-value',
  });
  await saved({ id, deckId: otherDeck, reason: 'Another reason.' });
  expect(await drills().edited({ id })).toMatchObject({ version: 2, reason: 'Another reason.' });
});

it('a deck and a drill are created once when the same request arrives twenty times', async () => {
  const twenty = (create: () => Promise<{ id: string }>) => Promise.all(Array.from({ length: 20 }, create));
  const [deckKey, drillKey] = [randomUUID(), randomUUID()];
  const [deck] = await twenty(() => drills().createDeck({ key: deckKey, title: 'Sent twice', place: null }));
  const decks = (await drills().coachDecks()).filter(({ title }) => title === 'Sent twice');
  expect(decks.map(({ id }) => id)).toEqual([deck?.id]);
  const made = await twenty(() => drills().save({ ...choiceDrill, key: drillKey, deckId: deck?.id ?? '' }));
  expect(await idsOf({ deckId: deck?.id })).toEqual([made[0]?.id]);
  expect(await drills().edited({ id: made[19]?.id ?? '' })).toMatchObject({ version: 1 });
});

it('a repeated request to create the deck of a PDF returns the same deck', async () => {
  const { id } = await createTestProduct(app, { ...admin, role: 'admin' }, { title: 'Turn Decisions' });
  const deck = { key: randomUUID(), title: 'Of a PDF', place: { kind: 'product' as const, id } };
  expect(await drills().createDeck(deck)).toEqual(await drills().createDeck(deck));
});

it('a coach who saves a drill gets a conflict if its leak was changed, or if it was archived, after the coach opened it', async () => {
  const id = await saved({ leak: 'thin-value' });
  const opened = { deckId, leak: 'thin-value', place: null, isArchived: false } as const;
  await saved({ id, version: 1, opened, leak: 'limp' });
  const second = { id, version: 1, leak: 'thin-value', reason: 'Another reason.' } as const;
  await expect(saved({ ...second, opened })).rejects.toMatchObject(withCode('conflict'));
  expect(await drills().edited({ id })).toMatchObject({ leak: 'limp', version: 1 });
  const reopened = { ...opened, leak: 'limp' } as const;
  await drills().archive({ id, isArchived: true });
  await expect(saved({ ...second, opened: reopened })).rejects.toMatchObject(withCode('conflict'));
  await saved({ ...second, opened: { ...reopened, isArchived: true } });
  expect(await drills().edited({ id })).toMatchObject({ leak: 'thin-value', version: 2, isArchived: true });
});

it.each([
  ['deck', 'deckId'],
  ['place', 'place'],
] as const)(
  'a coach who saves a drill gets a conflict if another coach has changed only its %s',
  async (_name, changed) => {
    const { id: otherDeck } = await drills().createDeck({ title: 'Another deck', place: null });
    const { id: productId } = await createTestProduct(app, { ...admin, role: 'admin' });
    const theirs = { deckId: otherDeck, place: { kind: 'product', id: productId } } as const;
    const id = await saved();
    const opened = { deckId, leak: choiceDrill.leak, place: choiceDrill.place, isArchived: false };
    await saved({ id, version: 1, opened, [changed]: theirs[changed] });
    const mine = { id, version: 1, reason: 'Another reason.' };
    await expect(saved({ ...mine, opened })).rejects.toMatchObject(withCode('conflict'));
    expect(await drills().edited({ id })).toMatchObject({ version: 1, [changed]: theirs[changed] });
    await saved({ ...mine, opened: { ...opened, [changed]: theirs[changed] } });
    expect(await drills().edited({ id })).toMatchObject({ version: 2, reason: 'Another reason.' });
  },
);

it('the second of two coaches who save the same version gets a conflict', async () => {
  const id = await saved();
  await saved({ id, version: 1, prompt: 'The first change?' });
  await expect(saved({ id, version: 1, prompt: 'The second change?' })).rejects.toMatchObject(
    withCode('conflict'),
  );
  expect(await drills().edited({ id })).toMatchObject({ version: 2, prompt: 'The first change?' });
});

it('the list of drills is filtered by deck, leak, reports and archive', async () => {
  const { id: turns } = await drills().createDeck({ title: 'Only these', place: null });
  const first = await saved({ deckId: turns });
  const second = await saved({ deckId: turns, leak: 'limp' });
  expect(await idsOf({ deckId: turns })).toEqual([second, first]);
  expect(await idsOf({ deckId: turns, leak: 'limp' })).toEqual([second]);
  const student = await app.createUser();
  const answer = { id: randomUUID(), drillId: first, version: 1, chosen: 0, tookMs: 0, agoMs: 0 };
  await drills(student).attempt(answer);
  await drills(student).reportUnclear({ id: first });
  expect(await idsOf({ deckId: turns, list: 'unclear' })).toEqual([first]);
  expect(await drills().edited({ id: first })).toMatchObject({ unclear: 1 });
  await saved({ id: first, deckId: turns, prompt: 'Now it is clear?' });
  expect(await idsOf({ deckId: turns, list: 'unclear' })).toEqual([]);
  await drills().archive({ id: first, isArchived: true });
  expect(await idsOf({ deckId: turns })).toEqual([second]);
  expect(await idsOf({ deckId: turns, list: 'archived' })).toEqual([first]);
  await drills().archive({ id: first, isArchived: false });
  expect(await idsOf({ deckId: turns })).toEqual([second, first]);
});

it('a report that a drill is unclear counts only for the version that the student saw', async () => {
  const id = await saved();
  const student = drills(await app.createUser());
  await student.attempt({ id: randomUUID(), drillId: id, version: 1, chosen: 0, tookMs: 0, agoMs: 0 });
  await saved({ id, prompt: 'Now in clear words?' });
  await student.reportUnclear({ id, version: 1 });
  expect(await drills().edited({ id })).toMatchObject({ version: 2, unclear: 0 });
  await student.reportUnclear({ id, version: 2 });
  expect(await drills().edited({ id })).toMatchObject({ unclear: 1 });
  await expect(student.reportUnclear({ id, version: 3 })).rejects.toMatchObject(withCode('not_found'));
});

it('a drill can be linked only to a session, PDF or coaching plan that exists', async () => {
  const product = await createTestProduct(app, { ...admin, role: 'admin' }, { title: 'River Decisions' });
  const places = await drills().places();
  expect(places).toContainEqual(expect.objectContaining({ kind: 'product', title: 'River Decisions' }));
  const place = { kind: 'product', id: product.id } as const;
  expect(await drills().edited({ id: await saved({ place }) })).toMatchObject({ place });
  // The product is a PDF, so no session has its id.
  await expect(saved({ place: { kind: 'session', id: product.id } })).rejects.toMatchObject(
    withCode('invalid_input'),
  );
});

it.each<[string, Partial<SaveDrillInput>, RegExp]>([
  [
    'the same card in the hand and on the board',
    { body: { kind: 'odds', hand: [51, 46], board: [46, 3, 7], answer: 50 } },
    /The same card appears twice/,
  ],
  [
    'two options with the same name',
    { options: [...choiceDrill.options, ...choiceDrill.options.slice(1, 2)] },
    /Two options have the same name/,
  ],
  [
    'no right option',
    { options: choiceDrill.options.map((option) => ({ ...option, weight: 60 })) },
    /weight of at least 70/,
  ],
  ['a single option', { options: choiceDrill.options.slice(1, 2) }, /at least 2 options/],
  [
    'the same card twice in the hand',
    { body: { kind: 'odds', hand: [3, 3], board: [], answer: 30 } },
    /The same card appears twice/,
  ],
])('a drill with %s is rejected', async (_name, part, message) => {
  await expect(saved(part)).rejects.toThrow(message);
});

it('a stored drill whose texts have only invisible characters can be opened, but not saved', async () => {
  const id = await saved();
  const texts = { prompt: '\u2800', reason: '\u200B' };
  await app.deps.db.updateTable('drill_versions').set(texts).where('drill_id', '=', id).execute();
  expect(await drills().edited({ id })).toMatchObject(texts);
  await expect(saved({ id, ...texts })).rejects.toThrow('Write the explanation');
});

it('the kind of a drill cannot change', async () => {
  const id = await saved();
  const odds = saved({ id, body: { kind: 'odds', hand: [], board: [], answer: 30 }, options: [] });
  await expect(odds).rejects.toMatchObject(withCode('not_found'));
});

it('coaches see a hand of the academy only up to the chosen decision, and see no hands of students', async () => {
  const handId = await storeAcademyHand(app.deps, { title: 'A hidden hand', hand: riverHand });
  const [first = 0] = decisionsOf(riverHand);
  const { hand, played } = await app.caller(coach).hands.academyDecision({ handId, atAction: first });
  expect(hand).toMatchObject({ awards: [], shows: [], unit: { currency: null } });
  expect(hand.actions).toHaveLength(first);
  expect(played).toEqual(withoutStakes(riverHand).actions[first]);
  const id = await saved({ body: { kind: 'decision', hand: riverHand, atAction: first } });
  // The hand in one line, with its stack in big blinds: `BTN A♠5♠ · 100bb · …`.
  expect((await drills().figures({})).items.find((each) => each.id === id)?.line).toMatch(/bb/);
  const own = await savedHand(app, await app.createUser());
  await expect(
    app.caller(coach).hands.academyDecision({ handId: own.id, atAction: first }),
  ).rejects.toMatchObject(withCode('not_found'));
  await expect(app.caller(coach).hands.academyDecision({ handId, atAction: 0 })).rejects.toMatchObject(
    withCode('invalid_input'),
  );
});
