import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { sendProductPdf, testPdf } from '../access/testing/stored-files.ts';
import type { AdminActor } from '../actor.ts';
import { answeredQuestion, createCoach, verifiedStudent } from '../coaching/testing/asked-questions.ts';
import { createTestProduct } from '../payments/testing/purchases.ts';
import { storeAcademyHands } from './academy-hands.operations.ts';
import { sweepUnreadHands } from './unread-hands.operations.ts';

const day = 24 * 60 * 60 * 1000;

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.createUser({ role: 'admin' });
});
afterAll(() => app.close());

/** A hand as a poker room writes it, with made-up names. */
function roomText(number: number, river: string): string {
  return [
    `PokerStars Hand #${number}:  Hold'em No Limit ($0.25/$0.50 USD) - 2026/03/01 20:15:00 ET`,
    "Table 'Quillfeather' 6-max Seat #4 is the button",
    'Seat 1: Bramblewick ($50 in chips)',
    'Seat 3: Marigold ($50 in chips)',
    'Seat 4: Thistledown ($48 in chips)',
    'Bramblewick: posts small blind $0.25',
    'Marigold: posts big blind $0.50',
    '*** HOLE CARDS ***',
    'Dealt to Marigold [Qc Jc]',
    'Thistledown: raises $0.75 to $1.25',
    'Bramblewick: folds',
    'Marigold: calls $0.75',
    '*** FLOP *** [Qh 8d 4s]',
    'Marigold: checks',
    'Thistledown: bets $1.50',
    'Marigold: calls $1.50',
    '*** TURN *** [Qh 8d 4s] [8c]',
    'Marigold: checks',
    'Thistledown: checks',
    `*** RIVER *** [Qh 8d 4s 8c] [${river}]`,
    'Marigold: bets $3',
    'Thistledown: calls $3',
    '*** SHOW DOWN ***',
    'Marigold: shows [Qc Jc] (two pair, Queens and Eights)',
    'Thistledown: mucks hand',
    'Marigold collected $11.25 from pot',
    '*** SUMMARY ***',
    'Total pot $11.75 | Rake $0.50',
    `Board [Qh 8d 4s 8c ${river}]`,
    'Seat 1: Bramblewick (small blind) folded before Flop',
    'Seat 3: Marigold (big blind) showed [Qc Jc] and won ($11.25) with two pair, Queens and Eights',
    'Seat 4: Thistledown (button) mucked [Ac Kc]',
    '',
  ].join('\n');
}

const key = (letter: string) => letter.repeat(64);
const hands = (user: TestUser | null) => app.caller(user).hands;

async function saved(user: TestUser, letter = 'a', text = roomText(230000000001, '2s')): Promise<string> {
  const [outcome] = await hands(user).save({ hands: [{ text, key: key(letter) }] });
  if (outcome?.outcome !== 'saved') throw new Error(JSON.stringify(outcome));
  return outcome.id;
}

describe('saved hands', () => {
  it('are what the text says, and the same hand is stored once', async () => {
    const user = await app.createUser();
    const id = await saved(user);
    expect(
      await hands(user).save({ hands: [{ text: roomText(230000000001, '2s'), key: key('a') }] }),
    ).toEqual([{ outcome: 'known', id }]);
    const { items } = await hands(user).list({});
    expect(items).toMatchObject([{ id, verdict: 'sound', playedOn: '2026-03-01', netBigBlinds: 11 }]);
    const view = await hands(user).get({ id });
    expect(view.hand.seats.map(({ seat }) => seat)).toEqual([1, 3, 4]);
    expect(view.hand.hero).toBe(3);
    expect(await hands(user).quota()).toEqual({ stored: 1, limit: 50 });
  });

  it('hold no name, table or number, whatever the browser sent', async () => {
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
      key('a'),
    ]) {
      expect(everything).not.toContain(secret);
    }
  });

  it('that cannot be read are refused with their line, and the others are saved', async () => {
    const user = await app.createUser();
    const tampered = roomText(230000000002, '2s').replace('collected $11.25', 'collected $12.25');
    const outcomes = await hands(user).save({
      hands: [
        { text: tampered, key: key('b') },
        { text: roomText(230000000003, '3s'), key: key('c') },
        { text: 'Dear diary', key: key('d') },
      ],
    });
    expect(outcomes).toMatchObject([
      { outcome: 'refused', code: 'does_not_balance' },
      { outcome: 'saved' },
      { outcome: 'refused', code: 'not_a_hand' },
    ]);
  });

  it('end at the limit of the membership, with nothing lost', async () => {
    const user = await app.createUser();
    await app.caller(admin).admin.settings.update([{ key: 'storedHandsFree', value: 1 }]);
    try {
      const outcomes = await hands(user).save({
        hands: ['e', 'f'].map((letter, index) => ({
          text: roomText(230000000010 + index, index === 0 ? '2s' : '3s'),
          key: key(letter),
        })),
      });
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['saved', 'full']);
      const [first] = (await hands(user).list({})).items;
      const { hand } = await hands(user).get({ id: first?.id ?? '' });
      await expect(hands(user).saveBuilt({ hand, title: '' })).rejects.toMatchObject({
        cause: { code: 'hand_limit' },
      });
      expect(await hands(user).remove({ ids: [first?.id ?? ''] })).toEqual({ removed: 1 });
      await hands(user).saveBuilt({ hand, title: 'Again' });
    } finally {
      await app.caller(admin).admin.settings.update([{ key: 'storedHandsFree', value: 50 }]);
    }
  });

  it('are filtered by position, result, label, star and words', async () => {
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
    expect(await hands(user).labels()).toEqual(['Loose regular']);
  });

  it('are filtered by what was asked, and by the leak that a read answer names', async () => {
    const coach = await createCoach(app, admin);
    const student = await verifiedStudent(app);
    await saved(student);
    const question = await answeredQuestion(app, student, coach);
    const found = async (filter: Parameters<ReturnType<typeof hands>['list']>[0]) =>
      (await hands(student).list(filter)).items.map(({ title, isAsked }) => [title, isAsked]);
    expect(await found({})).toHaveLength(2);
    expect(await found({ asked: true })).toEqual([['Top pair', true]]);
    expect(await found({ leak: 'river-call' })).toEqual([]);
    // Until then, the coach can take it back.
    app.clock.advance(10_000);
    await app.caller(student).questions.tryAgain({ id: question, choice: null });
    expect(await found({ leak: 'river-call' })).toEqual([['Top pair', true]]);
    expect(await found({ leak: 'limp' })).toEqual([]);
  });
});

it('another user can neither see, change, share nor delete a hand, and an admin is another user', async () => {
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

it('a hidden hand holds nothing that comes after the decision', async () => {
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

describe('links', () => {
  const tokenOf = (path: string) => path.replace('/h/', '');

  it('open a hand without login, without notes, and without stakes unless they are shown', async () => {
    const owner = await app.createUser();
    const id = await saved(owner);
    await hands(owner).update({ id, note: 'My secret leak' });
    await hands(owner).noteAction({ id, atAction: 2, text: 'My secret tell' });
    const token = tokenOf((await hands(owner).share({ id, mode: 'open' })).path);
    const shared = await hands(null).shared({ token });
    const text = JSON.stringify(shared);
    for (const secret of ['secret', 'USD', 'pokerstars', '2026-03-01', owner.userId, id])
      expect(text).not.toContain(secret);
    expect(shared.line).toContain('+11bb');
    expect(shared.line?.split(' · ')[1]).toMatch(/^[\d.]+bb$/);
    await hands(owner).update({ id, showStakes: true });
    expect((await hands(null).shared({ token })).hand.unit.currency).toBe('USD');
    expect((await hands(owner).get({ id })).own?.shares).toMatchObject([{ mode: 'open', opens: 2 }]);
  });

  it('in guess mode begin at the first decision', async () => {
    const owner = await app.createUser();
    const token = tokenOf((await hands(owner).share({ id: await saved(owner), mode: 'guess' })).path);
    const first = await hands(null).shared({ token });
    expect(first).toMatchObject({ mode: 'guess', line: null, title: null });
    expect(first.hand.boards.flat()).toEqual([]);
    expect((await hands(null).shared({ token, decision: 99 })).shownActions).toBeNull();
  });

  it('are closed by their owner alone, and then like unknown ones', async () => {
    const owner = await app.createUser();
    const id = await saved(owner);
    const token = tokenOf((await hands(owner).share({ id, mode: 'open' })).path);
    const [share] = (await hands(owner).get({ id })).own?.shares ?? [];
    const gone = { cause: { code: 'not_found' } };
    await expect(hands(admin).revokeShare({ id: share?.id ?? '' })).rejects.toMatchObject(gone);
    await hands(owner).revokeShare({ id: share?.id ?? '' });
    await expect(hands(null).shared({ token })).rejects.toMatchObject(gone);
    await expect(hands(null).shared({ token: 'x'.repeat(22) })).rejects.toMatchObject(gone);
  });

  it('have a picture of what they open first, until they are closed', async () => {
    const owner = await app.createUser();
    const id = await saved(owner);
    const pictureOf = (path: string, headers = {}) =>
      app.app.inject({ url: `/api/hands/shared/${tokenOf(path)}/picture`, headers });
    const open = (await hands(owner).share({ id, mode: 'open' })).path;
    const guess = (await hands(owner).share({ id, mode: 'guess' })).path;
    const [whole, hidden] = [await pictureOf(open), await pictureOf(guess)];
    expect(await sharp(whole.rawPayload).metadata()).toMatchObject({
      format: 'png',
      width: 1200,
      height: 630,
    });
    expect(whole.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' });
    expect(hidden.rawPayload.equals(whole.rawPayload)).toBe(false);
    const again = await pictureOf(open, { 'if-none-match': whole.headers.etag });
    expect(again.statusCode).toBe(304);
    const shares = (await hands(owner).get({ id })).own?.shares ?? [];
    expect(shares.map(({ opens }) => opens)).toEqual([0, 0]);
    for (const share of shares) await hands(owner).revokeShare({ id: share.id });
    for (const path of [open, guess, `/h/${'x'.repeat(22)}`])
      expect((await pictureOf(path, { 'if-none-match': whole.headers.etag })).statusCode).toBe(404);
  });
});

describe('built hands', () => {
  it('are played by the rules, and the cards decide', async () => {
    const user = await app.createUser();
    const { hand } = await hands(user).get({ id: await saved(user) });
    const opponent = hand.seats.map((seat) => (seat.seat === 4 ? { ...seat, cards: [51, 47] } : seat));
    const { id } = await hands(user).saveBuilt({
      hand: { ...hand, seats: opponent, awards: [], rake: 0 },
      title: 'Built',
    });
    const built = await hands(user).get({ id });
    expect(built.hand.source).toBe('builder');
    expect(built.hand.awards).toEqual([{ seat: 3, pot: 0, amount: 1_175 }]);
  });

  it('that break a rule, or award what is not in the pot, are rejected', async () => {
    const user = await app.createUser();
    const { hand } = await hands(user).get({ id: await saved(user) });
    const invalid = { cause: { code: 'invalid_input' } };
    const wrongAwards = { ...hand, awards: [{ seat: 3, pot: 0, amount: 99_999 }] };
    await expect(hands(user).saveBuilt({ hand: wrongAwards, title: '' })).rejects.toMatchObject(invalid);
    const folded = { ...hand, rake: 0, awards: [{ seat: 1, pot: 0, amount: 1_175 }] };
    await expect(hands(user).saveBuilt({ hand: folded, title: '' })).rejects.toMatchObject(invalid);
    const outOfTurn = { ...hand, actions: hand.actions.toReversed() };
    await expect(hands(user).saveBuilt({ hand: outOfTurn, title: '' })).rejects.toMatchObject(invalid);
  });
});

it('a hand of the academy opens with the session at which it is attached, and not before', async () => {
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
  await app.deps.db
    .insertInto('purchases')
    .values({
      user_id: user.userId,
      product_id: session.id,
      product_type: 'session',
      product_name: session.title,
      amount_cents: 1999,
      status: 'completed',
      purchased_at: new Date(),
    })
    .execute();
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

it('a hand at a page of a coaching plan is listed to those whose tier opens the plan', async () => {
  const handId = (await storeAcademyHands(app.deps)).get('thin-value') ?? '';
  for (const [number, requiredPlan] of [
    [1, 'free'],
    [8, 'diamond'],
  ] as const) {
    await app.caller(admin).admin.coachingPlans.save({
      pdfNumber: number,
      title: `Plan ${number}`,
      difficulty: 'beginner',
      requiredPlan,
      filePath: await sendProductPdf(app, admin as AdminActor, await testPdf(`Plan ${number}`)),
    });
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

it('a text that cannot be read is stored without names for 90 days, for admins', async () => {
  const user = await app.createUser();
  const text = roomText(230000000099, '2s').replace('Marigold: calls $0.75', 'Marigold: juggles $0.75');
  await hands(user).reportUnread({ text, site: null, code: 'unknown_line', line: 12 });
  const { items } = await app.caller(admin).admin.hands.listUnread({});
  expect(items[0]).toMatchObject({ code: 'unknown_line', line: 12 });
  for (const name of ['Marigold', 'Bramblewick', 'Thistledown', 'Quillfeather']) {
    expect(items[0]?.text).not.toContain(name);
  }
  app.clock.advance(91 * day);
  expect(await sweepUnreadHands(app.deps)).toBe(1);
  app.clock.advance(-91 * day);
  await expect(
    hands(user).reportUnread({ text: 'x'.repeat(30_000), site: null, code: 'x', line: 1 }),
  ).rejects.toThrow();
});
