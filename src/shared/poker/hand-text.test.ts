import { describe, expect, it } from 'vitest';
import { findAcademyHand } from './academy-hands/academy-hands.ts';
import { amountText } from './amount-text.ts';
import { buildHand } from './build-hand.ts';
import type { Hand } from './hand.ts';
import { handPlainText, handText } from './hand-text.ts';
import { parseCards } from './playing-card.ts';
import { riverRaise, runTwice, walk, walkWithoutSmallBlind } from './testing/sample-hands.ts';

describe('text of a hand', () => {
  it('the text has a paragraph for each street, with amounts in big blinds', () => {
    expect(handPlainText(handText(buildHand(riverRaise), 'bb'))).toBe(`\
No-limit hold'em, 6 players. Hero is the button with ace of spades, five of spades and has 100 bb.

Preflop. The small blind posts 0.5 bb. The big blind posts 1 bb. UTG, the hijack and the cutoff fold. \
Hero raises to 2.5 bb. The small blind folds. The big blind calls 1.5 bb; pot 5.5 bb.

Flop: king of spades, eight of spades, three of diamonds. The big blind checks. Hero bets 1.8 bb. \
The big blind calls 1.8 bb; pot 9.1 bb.

Turn: ten of hearts. The big blind and Hero check; pot 9.1 bb.

River: deuce of spades. The big blind bets 6 bb. Hero raises to 22 bb. The big blind calls 16 bb; pot 53.1 bb.

The big blind shows king of diamonds, queen of clubs. Hero shows ace of spades, five of spades. \
Hero wins 50.6 bb with a flush, ace high. Hero ends with 24.3 bb more than before. 2.5 bb was taken as rake.`);
  });

  it('if the same seat wins the high and the low half of a pot, the text states one win', () => {
    const hand = buildHand(riverRaise);
    const half = (award: (typeof hand.awards)[number]) => ({ ...award, amount: award.amount / 2 });
    const awards = hand.awards.flatMap((award) => [half(award), half(award)]);
    expect(handText({ ...hand, awards }, 'bb').end).toContain('Hero wins 50.6 bb with a flush, ace high.');
  });

  it('the text names fees, with or without rake', () => {
    const textWith = (line: string) =>
      handPlainText(handText(buildHand(riverRaise.replace('rake 1.25', line)), 'bb'));
    expect(textWith('rake 1\n  fees jackpot 0.25')).toContain('2.5 bb was taken as rake and fees.');
    expect(textWith('fees jackpot 0.25')).toContain('0.5 bb was taken as fees.');
  });

  it('the text mentions stakes only if its amounts are in money', () => {
    expect(handText(buildHand(riverRaise), 'money').intro).toContain('blinds $0.25 and $0.50');
    expect(handText(buildHand(riverRaise), 'bb').intro).not.toContain('blinds');
  });

  it('without a small blind, the text names only the big blind', () => {
    const hand = buildHand(riverRaise);
    const { intro } = handText({ ...hand, stakes: { ...hand.stakes, small: 0 } }, 'money');
    expect(intro).toContain('6 players, blind $0.50.');
  });

  it('the text mentions all-ins, returned bets, runs, pots and cash-outs', () => {
    const { streets, end } = handText(buildHand(runTwice), 'money');
    expect(streets.map(({ cards, sentences }) => [cards, ...sentences])).toEqual([
      [
        '',
        'The small blind, the big blind and Hero post an ante of €0.50.',
        'The small blind posts €1.',
        'The big blind posts €2.',
        'Hero raises to €39.50, all-in.',
        'The small blind calls €18.50, all-in.',
        'The big blind calls €7.50, all-in.',
        'Hero takes back €20, which nobody called; pot €50.',
      ],
      ['queen of hearts, eight of hearts, three of clubs'],
      ['deuce of hearts; in the next run queen of clubs'],
      ['nine of diamonds; in the next run nine of hearts'],
    ]);
    expect(end.slice(3)).toEqual([
      'In run 1 Hero wins €15 from the main pot with a flush, ace high.',
      'In run 1 Hero wins €10 from the side pot with a flush, ace high.',
      'In run 2 the small blind wins €15 from the main pot with four of a kind, queens.',
      'In run 2 the small blind wins €10 from the side pot with four of a kind, queens.',
      'Not counting the cash-out, Hero ends with €5 more than before.',
      'Hero cashed out for €22.50, for a fee of €0.25; this did not change who won the pot.',
    ]);
  });

  it('the text describes a walk in chips', () => {
    expect(handPlainText(handText(buildHand(walk), 'money'))).toBe(`\
No-limit hold'em, 3 players, blinds 200 and 400. Hero is the big blind with seven of clubs, deuce of diamonds \
and has 20,000.

Preflop. The small blind posts 200. Hero posts 400. Hero posts an ante of 400. The button and the small blind fold. \
Hero takes back 200, which nobody called; pot 800.

Hero wins 800. Hero ends with 200 more than before.`);
  });

  it('the text of a hand in which nobody is paid ends with the hero’s result', () => {
    const { end } = handText(buildHand(walkWithoutSmallBlind), 'bb');
    expect(end).toEqual(['Hero ends with as much as before.']);
  });

  it('the winner’s hand is named even if the loser’s cards are unknown, but not if all others folded', () => {
    const hand = buildHand(riverRaise);
    const [winner] = hand.awards;
    const won = (shown: Hand) => handText(shown, 'bb').end.find((text) => text.startsWith('Hero wins'));
    expect(won({ ...hand, shows: hand.shows.filter(({ seat }) => seat === winner?.seat) })).toMatch(
      /with a flush, ace high\.$/,
    );
    const actions = hand.actions.with(-1, { a: 'fold', seat: 6 });
    expect(won({ ...hand, actions })).toBe('Hero wins 50.6 bb.');
  });

  it('the hand of a winner who shows a single card is not named', () => {
    const hand = buildHand(riverRaise);
    const seats = hand.seats.map(({ cards: _, ...seat }) => seat);
    const shows: Hand['shows'] = [{ seat: 4, cards: parseCards('As') ?? [], at: 'showdown' }];
    const { end } = handText({ ...hand, hero: null, seats, shows }, 'bb');
    expect(end.slice(0, 2)).toEqual(['The button shows ace of spades.', 'The button wins 50.6 bb.']);
  });

  it('if a hand has several side pots, the text numbers them', () => {
    const { end } = handText(findAcademyHand('two-side-pots').hand, 'bb');
    expect(end.slice(4, 7)).toEqual([
      'Hero wins 73 bb from the main pot with three of a kind, queens.',
      'Hero wins 111 bb from side pot 1 with three of a kind, queens.',
      'The small blind wins 70 bb from side pot 2 with a pair of kings.',
    ]);
  });

  it('the text of an unfinished hand ends with its last action', () => {
    const hand = buildHand(riverRaise);
    const part = { ...hand, actions: hand.actions.slice(0, 10), awards: [], shows: [] };
    expect(handText(part, 'bb').end).toEqual([]);
    expect(handText(part, 'bb').streets.at(-1)?.sentences).toEqual(['The big blind checks; pot 5.5 bb.']);
  });
});

describe('amounts', () => {
  const hand = buildHand(riverRaise);

  it.each([
    [125, '2.5 bb', '$1.25'],
    [5_000, '100 bb', '$50'],
    // $1.67 is 3.34 big blinds of $0.50; one decimal is shown.
    [167, '3.3 bb', '$1.67'],
    [0, '0 bb', '$0'],
  ])('%i units are written as %s in big blinds, and as %s in money', (units, blinds, money) => {
    expect(amountText(units, hand, 'bb')).toBe(blinds);
    expect(amountText(units, hand, 'money')).toBe(money);
  });

  it('amounts of chips have no currency', () => {
    expect(amountText(1_250_050, { ...hand, unit: { currency: null } }, 'money')).toBe('12,500.5');
  });
});
