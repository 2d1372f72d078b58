import { describe, expect, it } from 'vitest';
import { buildHand } from './build-hand.ts';
import { handLine, handLineText } from './hand-line.ts';
import { parseCards } from './playing-card.ts';
import { riverRaise, runTwice, walk, walkWithoutSmallBlind } from './testing/sample-hands.ts';

const lineOf = (notation: string) => handLineText(handLine(buildHand(notation)));

describe('summary line of a hand', () => {
  it('the line has amounts in big blinds, and the hero’s actions in capitals', () => {
    expect(lineOf(riverRaise)).toBe(
      'BTN A♠5♠ · 100bb NL50 · f×3 R2.5 f c · [K♠ 8♠ 3♦] x B1.8 c · [T♥] x X · [2♠] b6 R22 c · +24.3bb',
    );
  });

  it('the line of a hand that was run twice has the cards and the result of each run', () => {
    // The others can call 20 euros (10bb) of the hero's stack, so the pots are 30 and 20 euros. Each run is for half of
    // the money: for 10 euros, the hero gets 25 euros from the first run (+7.5bb), and nothing from the second (−5bb).
    expect(lineOf(runTwice)).toBe(
      'BTN A♥K♥ · 10bb NL200 · AI19.8 ai ai · [Q♥ 8♥ 3♣] · [2♥] [Q♣] · [9♦] [9♥] · +7.5bb / −5bb',
    );
  });

  it('the line of a tournament hand shows the blinds, and the hero’s profit when everybody else folds', () => {
    // The hero gets the ante of 400 back and wins the small blind of 200: +0.5bb.
    expect(lineOf(walk)).toBe('BB 7♣2♦ · 30bb 200/400 · f×2 · +0.5bb');
  });

  it('the line has straddles and dead blinds, and describes a hand without a hero from the button’s view', () => {
    const line = lineOf(`
      plo cash USD 1/2, 9-max, button 4
      1 SB 200
      2 BB 200
      3 CO 200
      4 BTN 150
      posts CO straddle 4, BTN dead 1
      preflop r15 f f f
    `);
    expect(line).toBe('BTN · 75bb PLO200 · p2 p0.5 r7.5 f×3 · won unseen');
  });

  it('the line ends with the hero’s result, with `split` if the pot is divided, or with the winner’s result if there is no hero', () => {
    // The opponent holds KdQc.
    expect(lineOf(riverRaise.replace('As5s', 'As5d'))).toContain('· −26.3bb');
    expect(lineOf(riverRaise.replace('As5s', 'KcQs'))).toContain('· split');
    expect(lineOf(riverRaise.replace(' hero', ''))).toContain('· +24.3bb');
  });

  it('the line of a hand in which nobody wins anything ends with `0bb`', () => {
    expect(lineOf(walkWithoutSmallBlind)).toBe('BTN 7♥2♦ · 100bb NL200 · f×2 F · 0bb');
    expect(lineOf(walkWithoutSmallBlind.replace(' hero', ''))).toContain('· 0bb');
  });

  it('the line of a hand whose winner takes both halves of a high-low pot does not end with `split`', () => {
    const hand = buildHand(riverRaise);
    const half = (award: (typeof hand.awards)[number]) => ({ ...award, amount: award.amount / 2 });
    const awards = hand.awards.flatMap((award) => [half(award), half(award)]);
    expect(handLineText(handLine({ ...hand, awards }))).toContain('· +24.3bb');
  });

  it('the line of an unfinished hand has no result', () => {
    const hand = buildHand(riverRaise);
    const part = { ...hand, actions: hand.actions.slice(0, 10), awards: [], shows: [] };
    expect(handLineText(handLine(part))).toBe('BTN A♠5♠ · 100bb NL50 · f×3 R2.5 f c · [K♠ 8♠ 3♦] x');
  });

  it('the parts of the line contain the cards, and say which actions are the hero’s', () => {
    const [head, , preflop, flop] = handLine(buildHand(riverRaise));
    expect(head).toEqual([
      { kind: 'position', text: 'BTN' },
      { kind: 'hole', cards: parseCards('As5s') },
    ]);
    expect(preflop).toEqual([
      { kind: 'action', text: 'f×3', isHero: false, index: 2 },
      { kind: 'action', text: 'r2.5', isHero: true, index: 5 },
      { kind: 'action', text: 'f', isHero: false, index: 6 },
      { kind: 'action', text: 'c', isHero: false, index: 7 },
    ]);
    expect(flop?.[0]).toEqual({ kind: 'board', cards: parseCards('Ks8s3d') });
  });
});
