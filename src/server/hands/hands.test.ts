import { beforeAll, describe, expect, it } from 'vitest';
import { handBounds } from '../../shared/hands/hand-bounds.ts';
import { auditActions, insertPurchase } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import { saveCoachingPlan } from '../access/testing/stored-files.ts';
import type { AdminActor } from '../actor.ts';
import { answeredQuestion, createCoach, verifiedStudent } from '../coaching/testing/asked-questions.ts';
import { createTestProduct } from '../payments/testing/purchases.ts';
import { storeAcademyHands } from './academy-hands.operations.ts';
import { lockHands } from './hands.queries.ts';
import { keyOf, roomText, savedText } from './testing/saved-texts.ts';
import { sweepUnreadableHands } from './unreadable-hands.operations.ts';

const day = 24 * 60 * 60 * 1000;

const app = setUpTestApp();
let admin: TestUser;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin' });
});

const hands = (user: TestUser | null) => app.caller(user).hands;
const saved = (user: TestUser, letter?: string, text?: string) => savedText(app, user, letter, text);

describe('saved hands', () => {
  it('a saved hand has the seats, the hero and the result of its text, and is stored only once if it is sent twice', async () => {
    const user = await app.createUser();
    const id = await saved(user);
    // The helper `saved` sent the same key. The server recognizes a hand by its key.
    expect(
      await hands(user).save({ hands: [{ text: roomText(230000000001, '2s'), key: keyOf('a') }] }),
    ).toEqual([{ outcome: 'known', id }]);
    const { items } = await hands(user).list({});
    expect(items).toMatchObject([{ id, verdict: 'sound', playedOn: '2026-03-01', netBigBlinds: 11 }]);
    const view = await hands(user).get({ id });
    expect(view.hand.seats.map(({ seat }) => seat)).toEqual([1, 3, 4]);
    expect(view.hand.hero).toBe(3);
    expect(await hands(user).quota()).toEqual({ stored: 1, limit: 50 });
  });

  it('saved hands contain no player name, table name or hand number, whatever the browser sent', async () => {
    const user = await app.createUser();
    const id = await saved(user);
    const { rows } = await app.deps.pool.query('select * from hands where id = $1', [id]);
    const everything = `${JSON.stringify(rows)} ${app.logs.join('')}`;
    for (const secret of [
      'Marigold',
      'Bramblewick',
      'Thistledown',
      'Quillfeather',
      '230000000001',
      keyOf('a'),
    ]) {
      expect(everything).not.toContain(secret);
    }
  });

  it('hands that cannot be read are rejected with a reason, and the others are saved', async () => {
    const user = await app.createUser();
    const tampered = roomText(230000000002, '2s').replace('collected $11.25', 'collected $12.25');
    const outcomes = await hands(user).save({
      hands: [
        { text: tampered, key: keyOf('b') },
        { text: roomText(230000000003, '3s'), key: keyOf('c') },
        { text: 'Dear diary', key: keyOf('d') },
      ],
    });
    expect(outcomes).toMatchObject([
      { outcome: 'unreadable', code: 'does_not_balance' },
      { outcome: 'saved' },
      { outcome: 'unreadable', code: 'not_a_hand' },
    ]);
  });

  it('a hand that is too large to be stored or shown is rejected, and the others are saved', async () => {
    const user = await app.createUser();
    const text = roomText(230000000004, '2s');
    const texts = [
      text.replace('Seat #4 is', 'Seat #44 is'),
      text.replace(/Marigold collected.*\n/, 'Marigold collected $0.09 from pot\n'.repeat(125)),
      // Anonymizing replaces `c` by a longer name, which makes the text longer than 20,480 bytes.
      text.replaceAll('Thistledown', 'c').replace('*** SUMM', `${'c: mucks\n'.repeat(2_100)}*** SUMM`),
      text,
    ];
    const outcomes = await hands(user).save({
      hands: texts.map((each, index) => ({ text: each, key: keyOf('abcd'.charAt(index)) })),
    });
    const results = outcomes.map((each) => ('code' in each ? each.code : each.outcome));
    expect(results).toEqual(['too_large', 'too_large', 'too_large', 'saved']);
  });

  it('a request whose texts are all known or unreadable does not wait for the lock of the account', async () => {
    const user = await app.createUser();
    const id = await saved(user);
    await app.deps.db.transaction().execute(async (trx) => {
      await lockHands(trx, user.userId);
      const outcomes = await hands(user).save({
        hands: [
          { text: roomText(230000000001, '2s'), key: keyOf('a') },
          { text: 'Dear diary', key: keyOf('b') },
        ],
      });
      expect(outcomes).toMatchObject([{ outcome: 'known', id }, { outcome: 'unreadable' }]);
    });
  });

  it('a student can store 20 hands without a hero; a hand from the builder must have a hero', async () => {
    const user = await app.createUser();
    const observed = (index: number) => ({
      text: roomText(230000000100 + index, '2s').replace('Dealt to Marigold [Qc Jc]\n', ''),
      key: index.toString(16).padStart(64, '0'),
    });
    const numbers = Array.from({ length: handBounds.withoutHero + 1 }, (_, index) => index);
    const outcomes = await hands(user).save({
      hands: [...numbers.map(observed), { text: roomText(230000000099, '2s'), key: keyOf('a') }],
    });
    expect(outcomes.slice(0, 20).every(({ outcome }) => outcome === 'saved')).toBe(true);
    expect(outcomes.slice(20).map(({ outcome }) => outcome)).toEqual(['without_hero', 'saved']);
    expect(await hands(user).save({ hands: [observed(0), observed(30)] })).toMatchObject([
      { outcome: 'known' },
      { outcome: 'without_hero' },
    ]);
    const items = (await hands(user).list({})).items;
    const first = items.find(({ netBigBlinds }) => netBigBlinds === null);
    const { hand } = await hands(user).get({ id: first?.id ?? '' });
    await expect(hands(user).saveBuilt({ hand, title: '' })).rejects.toMatchObject({
      cause: { code: 'invalid_input' },
    });
    await hands(user).remove({ ids: [first?.id ?? ''] });
    expect(await hands(user).save({ hands: [observed(30)] })).toMatchObject([{ outcome: 'saved' }]);
  });

  it('the membership limits the number of saved hands, and deleting one makes room for another', async () => {
    const user = await app.createUser();
    await app.caller(admin).admin.settings.update([{ key: 'storedHandsFree', value: 1 }]);
    try {
      const outcomes = await hands(user).save({
        hands: ['e', 'f'].map((letter, index) => ({
          text: roomText(230000000010 + index, index === 0 ? '2s' : '3s'),
          key: keyOf(letter),
        })),
      });
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['saved', 'full']);
      const [first] = (await hands(user).list({})).items;
      const { hand } = await hands(user).get({ id: first?.id ?? '' });
      await expect(hands(user).saveBuilt({ hand, title: '' })).rejects.toMatchObject({
        message:
          'You have reached your limit of one hand. Delete it to make room for another, or see which memberships store more.',
        cause: { code: 'hand_limit' },
      });
      expect(await hands(user).remove({ ids: [first?.id ?? ''] })).toEqual({ removed: 1 });
      await hands(user).saveBuilt({ hand, title: 'Again' });
    } finally {
      await app.caller(admin).admin.settings.update([{ key: 'storedHandsFree', value: 50 }]);
    }
  });

  it('saved hands are filtered by position, result, label, star and words', async () => {
    const user = await app.createUser();
    const id = await saved(user);
    await hands(user).labelSeat({ id, seat: 4, label: 'Loose regular' });
    await hands(user).update({ id, starred: true, note: 'Bet the river thinner' });
    const found = async (filter: Parameters<ReturnType<typeof hands>['list']>[0]) =>
      (await hands(user).list(filter)).items.length;
    expect(
      await found({
        position: 'BB',
        result: 'won',
        label: 'loose regular',
        starred: true,
        q: 'thinner river',
      }),
    ).toBe(1);
    expect(await found({ position: 'SB' })).toBe(0);
    expect(await found({ result: 'lost' })).toBe(0);
    expect(await found({ label: 'Nobody' })).toBe(0);
    expect(await found({ q: '100%' })).toBe(0);
    // The summary line is: BB Q♣J♣ … [Q♥ 8♦ 4♠] …
    expect(await found({ q: 'qcJc 8d' })).toBe(1);
    expect(await found({ q: 'JcQc' })).toBe(1);
    expect(await found({ q: 'QdJd' })).toBe(0);
    expect(await found({ q: 'Qh' })).toBe(1);
    // Two lower-case letters, such as `qh`, are searched for as a word, not as a card.
    expect(await found({ q: 'qh' })).toBe(0);
    await hands(user).labelSeat({ id, seat: 1, label: 'loose regular' });
    const labels = await hands(user).labels();
    expect(labels.map((each) => each.toLowerCase())).toEqual(['loose regular']);
  });

  it('saved hands are filtered by whether the student asked a coach about them, and by the leak that a revealed answer names', async () => {
    const coach = await createCoach(app, admin);
    const student = await verifiedStudent(app);
    await saved(student);
    // The question is about another hand, "Top pair", and the answer names the leak "river-call".
    const question = await answeredQuestion(app, student, coach);
    const found = async (filter: Parameters<ReturnType<typeof hands>['list']>[0]) =>
      (await hands(student).list(filter)).items.map(({ title, isAsked }) => [title, isAsked]);
    expect(await found({})).toHaveLength(2);
    expect(await found({ asked: true })).toEqual([['Top pair', true]]);
    expect(await found({ leak: 'river-call' })).toEqual([]);
    // The student does not see the answer while the coach can undo it.
    app.clock.advance(10_000);
    await app.caller(student).questions.revealAnswer({ id: question, choice: null });
    expect(await found({ leak: 'river-call' })).toEqual([['Top pair', true]]);
    expect(await found({ leak: 'limp' })).toEqual([]);
  });
});

it('another user, even an admin, can neither see, change, share nor delete a hand', async () => {
  const owner = await app.createUser();
  const id = await saved(owner);
  for (const other of [await app.createUser(), admin]) {
    const calls = [
      () => hands(other).get({ id }),
      () => hands(other).get({ id, decision: 0 }),
      () => hands(other).update({ id, title: 'Mine' }),
      () => hands(other).noteAction({ id, atAction: 0, text: 'Mine' }),
      () => hands(other).labelSeat({ id, seat: 1, label: 'Mine' }),
      () => hands(other).share({ id, mode: 'open' }),
      () => app.caller(admin).admin.hands.publish({ id, title: 'Mine', lesson: '' }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ cause: { code: 'not_found' } });
    expect(await hands(other).remove({ ids: [id] })).toEqual({ removed: 0 });
    expect((await hands(other).list({})).items).toEqual([]);
  }
  expect((await hands(owner).get({ id })).title).toBeNull();
});

it('a hand that is shown up to a decision contains nothing that happens after the decision', async () => {
  const user = await app.createUser();
  const id = await saved(user);
  const flop = await hands(user).get({ id, decision: 1 });
  expect(flop.hand.boards).toHaveLength(1);
  expect(flop.hand.boards[0]).toHaveLength(3);
  expect(flop).toMatchObject({ line: null, lesson: null });
  expect(flop.hand).toMatchObject({ awards: [], shows: [], rake: 0 });
  expect(flop.hand.seats.filter(({ cards }) => cards).map(({ seat }) => seat)).toEqual([3]);
  expect(flop.hand.actions).toHaveLength(flop.shownActions ?? 0);
  expect(flop.hand.actions.at(-1)).toEqual({ a: 'street', street: 'flop' });
  const whole = await hands(user).get({ id, decision: 99 });
  expect(whole).toMatchObject({ shownActions: null });
  expect(whole.hand.awards).toHaveLength(1);
});

it('a hand of the academy that is not public can be read only by users who may open the session to which the hand is attached', async () => {
  const session = await createTestProduct(app, admin as AdminActor, { type: 'session', productNumber: 9 });
  const ids = await storeAcademyHands(app.deps);
  const handId = ids.get('blocker-call') ?? '';
  await app.deps.pool.query('update hands set is_public = false where id = $1', [handId]);
  const user = await app.createUser();
  const gone = { cause: { code: 'not_found' } };
  await expect(hands(user).get({ id: handId })).rejects.toMatchObject(gone);
  await app.caller(admin).admin.hands.attach({
    handId,
    place: { kind: 'session', id: session.id, atSeconds: 65 },
    atAction: null,
    caption: 'Pause here',
  });
  await expect(hands(user).get({ id: handId })).rejects.toMatchObject(gone);
  await expect(hands(user).listAttached({ kind: 'session', id: session.id })).rejects.toThrow();
  await insertPurchase(app, user, { product_id: session.id, product_type: 'session' });
  expect(await hands(user).listAttached({ kind: 'session', id: session.id })).toMatchObject([
    { handId, atSeconds: 65, caption: 'Pause here' },
  ]);
  expect((await hands(user).get({ id: handId })).lesson).not.toBe('');
  const own = await saved(user);
  await expect(
    app.caller(admin).admin.hands.attach({
      handId: own,
      place: { kind: 'session', id: session.id, atSeconds: 65 },
      atAction: null,
      caption: '',
    }),
  ).rejects.toMatchObject(gone);
});

it('the list of the academy’s hands shows no actions, results or lessons', async () => {
  await storeAcademyHands(app.deps);
  const listed = await hands(await app.createUser()).academy();
  expect(listed.length).toBeGreaterThan(10);
  for (const hand of listed) {
    expect(Object.keys(hand).toSorted()).toEqual(['id', 'isPublic', 'line', 'title']);
    // The two parts of the line are “position and cards” and “depth and stakes”.
    expect(hand.line.split(' · ')).toHaveLength(2);
  }
});

it('a hand that is attached to a page of a coaching plan is listed for users whose tier opens the plan', async () => {
  const handId = (await storeAcademyHands(app.deps)).get('thin-value') ?? '';
  for (const [number, requiredPlan] of [
    [1, 'free'],
    [8, 'diamond'],
  ] as const) {
    await saveCoachingPlan(app, admin as AdminActor, number, requiredPlan);
    await app.caller(admin).admin.hands.attach({
      handId,
      place: { kind: 'plan', id: number, page: 3 },
      atAction: null,
      caption: '',
    });
  }
  const user = await app.createUser();
  expect(await hands(user).listAttached({ kind: 'plan', id: 1 })).toMatchObject([{ handId, page: 3 }]);
  await expect(hands(user).listAttached({ kind: 'plan', id: 8 })).rejects.toMatchObject({
    cause: { code: 'forbidden' },
  });
});

it('a hand is attached once when the same request arrives twenty times, but can be attached again with another caption', async () => {
  const handId = (await storeAcademyHands(app.deps)).get('thin-value') ?? '';
  const { id } = await createTestProduct(app, admin as AdminActor, { type: 'session', productNumber: 10 });
  const attach = (caption: string) =>
    app
      .caller(admin)
      .admin.hands.attach({ handId, place: { kind: 'session', id, atSeconds: 0 }, atAction: null, caption });
  const made = await Promise.all(Array.from({ length: 20 }, () => attach('Pause here')));
  const listAttached = () => hands(admin).listAttached({ kind: 'session', id });
  expect((await listAttached()).map((each) => each.id)).toEqual([made[0]?.id]);
  await attach('Once more');
  expect((await listAttached()).map(({ caption }) => caption)).toEqual(['Pause here', 'Once more']);
});

it('a reported text that no parser can read is kept for admins, without names, for 90 days', async () => {
  const user = await app.createUser();
  const text = roomText(230000000099, '2s').replace('Marigold: calls $0.75', 'Marigold: juggles $0.75');
  await hands(user).reportUnreadable({ text, site: null, code: 'unknown_line', line: 12 });
  const { items } = await app.caller(admin).admin.hands.listUnreadable({});
  expect(items[0]).toMatchObject({ code: 'unknown_line', line: 12 });
  for (const name of ['Marigold', 'Bramblewick', 'Thistledown', 'Quillfeather']) {
    expect(items[0]?.text).not.toContain(name);
  }
  for (let more = 0; more < 21; more += 1) {
    await app.deps.db
      .insertInto('unread_hands')
      .values({
        site: null,
        reader_version: 1,
        code: 'unknown_line',
        line: more,
        text: 'A hand',
        created_at: app.deps.now(),
        expires_at: new Date(app.deps.now().getTime() + 90 * day),
      })
      .execute();
  }
  const first = await app.caller(admin).admin.hands.listUnreadable({});
  // Another admin deletes the last hand of the first page.
  const id = first.items.at(-1)?.id ?? '';
  await app.caller(admin).admin.hands.dismissUnreadable({ id });
  expect(await auditActions(app, { subject_id: id })).toEqual(['unreadable_hand.removed']);
  const second = await app.caller(admin).admin.hands.listUnreadable({ cursor: first.nextCursor ?? '' });
  expect([...first.items, ...second.items]).toHaveLength(22);
  app.clock.advance(91 * day);
  expect(await sweepUnreadableHands(app.deps)).toBe(21);
  app.clock.advance(-91 * day);
  // A text may have at most 20,480 bytes; a euro sign has three.
  await expect(
    hands(user).reportUnreadable({ text: 'x'.repeat(30_000), site: null, code: 'x', line: 1 }),
  ).rejects.toThrow();
  await expect(
    hands(user).reportUnreadable({ text: '€'.repeat(10_000), site: null, code: 'x', line: 1 }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});
