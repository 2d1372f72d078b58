import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { buildHand } from '../../shared/poker/build-hand.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import { savedText } from './testing/saved-texts.ts';

const app = setUpTestApp();

const hands = (user: TestUser) => app.caller(user).hands;
const saved = (user: TestUser) => savedText(app, user);

it('the pot of a built hand without awards goes to the player with the best cards', async () => {
  const user = await app.createUser();
  const { hand } = await hands(user).get({ id: await saved(user) });
  // Card numbers of the ace and king of clubs, which lose to the two pair of seat 3.
  const seats = hand.seats.map((seat) => (seat.seat === 4 ? { ...seat, cards: [51, 47] } : seat));
  const { id } = await hands(user).saveBuilt({
    hand: { ...hand, seats, awards: [], rake: 0 },
    title: 'Built',
  });
  const built = await hands(user).get({ id });
  expect(built.hand.source).toBe('builder');
  expect(built.hand.awards).toEqual([{ seat: 3, pot: 0, amount: 1_175 }]);
});

it('twenty concurrent requests to save the same built hand store it once', async () => {
  const user = await app.createUser();
  const { hand } = await hands(user).get({ id: await saved(user) });
  const input = { key: randomUUID(), hand, title: 'Built' };
  const built = await Promise.all(Array.from({ length: 20 }, () => hands(user).saveBuilt(input)));
  expect(new Set(built.map(({ id }) => id)).size).toBe(1);
  expect((await hands(user).quota()).stored).toBe(2);
});

it('the key of a stored hand returns that hand, even if the sent hand has no hero and would not be saved today', async () => {
  const user = await app.createUser();
  const { hand } = await hands(user).get({ id: await saved(user) });
  const input = { key: randomUUID(), hand, title: 'Built' };
  const { id } = await hands(user).saveBuilt(input);
  const withoutHero = { ...input, hand: { ...hand, hero: null } };
  expect(await hands(user).saveBuilt(withoutHero)).toEqual({ id });
  // The same key of another user finds nothing.
  await expect(hands(await app.createUser()).saveBuilt(withoutHero)).rejects.toMatchObject({
    message: 'Choose which player you are.',
  });
});

it('built hands that break a rule, or award more or less than the pot, are rejected', async () => {
  const user = await app.createUser();
  const { hand } = await hands(user).get({ id: await saved(user) });
  const invalid = { cause: { code: 'invalid_input' } };
  const wrongAwards = { ...hand, awards: [{ seat: 3, pot: 0, amount: 99_999 }] };
  await expect(hands(user).saveBuilt({ hand: wrongAwards, title: '' })).rejects.toMatchObject(invalid);
  const folded = { ...hand, rake: 0, awards: [{ seat: 1, pot: 0, amount: 1_175 }] };
  await expect(hands(user).saveBuilt({ hand: folded, title: '' })).rejects.toMatchObject(invalid);
  // Seat 2 is all-in for less than the others, so the side pot is between seats 1 and 3.
  const sidePot = buildHand(`nlhe cash USD 0.5/1, 3-max, button 3
    3 BTN 100 AhAd
    1 SB 100 KhKd hero
    2 BB 40 QhQd
    preflop ai c c
    flop 2s7d9c
    turn 3c
    river 4h`);
  for (const awards of [
    [{ seat: 2, pot: 0, amount: 24_000 }],
    [
      { seat: 3, pot: 0, amount: 12_000 },
      { seat: 2, pot: 1, amount: 12_000 },
    ],
  ]) {
    const wrong = { ...sidePot, awards };
    await expect(hands(user).saveBuilt({ hand: wrong, title: '' })).rejects.toMatchObject(invalid);
  }
  await hands(user).saveBuilt({ hand: sidePot, title: '' });
  const outOfTurn = { ...hand, actions: hand.actions.toReversed() };
  await expect(hands(user).saveBuilt({ hand: outOfTurn, title: '' })).rejects.toMatchObject(invalid);
  const [boardCard = 0] = hand.boards[0] ?? [];
  const twice = { ...hand, shows: [{ seat: 4, cards: [boardCard, 0], at: 'after' as const }] };
  await expect(hands(user).saveBuilt({ hand: twice, title: '' })).rejects.toMatchObject({
    message: 'The same card is in two places.',
  });
  const [seat] = hand.seats;
  const shown = { ...hand, shows: Array(1_000).fill({ seat: seat?.seat, cards: [], at: 'after' }) };
  await expect(hands(user).saveBuilt({ hand: shown, title: '' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
});

it('a built hand is rejected if hiding its stakes would round its amounts, because coaches see hands without stakes', async () => {
  const user = await app.createUser();
  const { hand } = await hands(user).get({ id: await saved(user) });
  const rich = {
    ...hand,
    seats: hand.seats.map((seat) => ({ ...seat, stack: 1e13 })),
    awards: [],
    rake: 0,
  };
  // To hide the stakes, amounts are scaled to a common big blind. A big blind such as 101 needs a large factor.
  const blinds = { small: 50, big: 101 };
  for (const wrong of [
    { ...rich, stakes: blinds },
    { ...hand, stakes: { small: 50, big: 9_007_199_254_740_881 } },
    { ...hand, stakes: blinds, cashOuts: [{ seat: 3, amount: 1e13, fee: 0 }] },
  ]) {
    await expect(hands(user).saveBuilt({ hand: wrong, title: '' })).rejects.toMatchObject({
      message: 'These amounts are larger than those of any table.',
    });
  }
});

it('built hands are stored without the names of players', async () => {
  const user = await app.createUser();
  const { hand } = await hands(user).get({ id: await saved(user) });
  const named = { ...hand, seats: hand.seats.map((seat) => ({ ...seat, label: 'Bramblewick' })) };
  const { id } = await hands(user).saveBuilt({ hand: named, title: '' });
  expect(JSON.stringify(await hands(user).get({ id }))).not.toContain('Bramblewick');
});
