import { describe, expect, it } from 'vitest';
import { handSchema } from '../hand.ts';
import { handLine, handLineText } from '../hand-line.ts';
import { resultOf } from '../hand-result.ts';
import { handPlainText, handText } from '../hand-text.ts';
import { academyHands, buildAcademyHand } from './academy-hands.ts';

describe('academy hands', () => {
  it('the academy’s hands have the expected titles, in order, and unique ids', () => {
    expect(academyHands.map(({ title }) => title)).toEqual([
      'Three stacks, two side pots',
      'The raise that was too small',
      'Same cards, run twice',
      'Bubble with a big-blind ante',
      'Bluff-catching by blocker',
      'Check-raise into three',
      'A walk, and what it is worth',
      'Live straddle, 250 bb deep',
      'Omaha: the wrap that is not ahead',
      'Cashed out, and why the other player still won the pot',
      'Heads-up: the button acts first',
      'Split pot, odd chip',
      'Dead blind, cheap flop',
      'Thin value on a paired river',
      'Turn barrel that changes nothing',
      'Three-bet defense out of position',
      'Short stack, 11 blinds, two callers',
      'Stop after three buy-ins',
      'River, 72 in the pot: call 41?',
    ]);
    expect(new Set(academyHands.map(({ id }) => id)).size).toBe(academyHands.length);
  });

  it.each(academyHands)('$title: follows the rules, conserves money and has a text', (academyHand) => {
    const { hand, decision } = buildAcademyHand(academyHand);
    expect(handSchema.parse(hand)).toEqual(hand);
    const cards = [...hand.seats.flatMap((seat) => seat.cards ?? []), ...(hand.boards[0] ?? [])];
    expect(new Set(cards).size).toBe(cards.length);
    const nets = hand.seats.map(({ seat }) => resultOf(hand, seat).net);
    expect(nets.reduce((sum, net) => sum + net, 0)).toBe(0 - hand.rake);
    expect(decision === null).toBe(academyHand.decision === undefined);
    expect(handLineText(handLine(hand))).toContain(' · ');
    expect(handPlainText(handText(hand, 'bb'))).toContain('Hero');
    expect(academyHand.lesson.length).toBeGreaterThan(100);
  });
});
