import { describe, expect, it } from 'vitest';
import { inBigBlinds, readWorkedHand } from './worked-hand.ts';

const head = 'title: A hand\nhero: BB AsQs\n';
const folds = 'UTG fold, HJ fold, CO fold';

describe('worked hands', () => {
  it('a worked hand shows the pot before each street, and returns uncalled bets', () => {
    const hand = readWorkedHand(`${head}preflop: ${folds}, BTN raise 2.5, SB fold, BB call
flop Ks8s3d: BB check, BTN bet 1.8, BB call
turn Th: BB check, BTN check
river 2c: BB bet 6, BTN fold`);
    expect(hand.streets.map(({ pot }) => inBigBlinds(pot))).toEqual(['1.5', '5.5', '9.1', '9.1']);
    expect(inBigBlinds(hand.pot)).toBe('9.1');
    expect(hand.setting).toBe('BB with 100 bb, blinds 0.5/1');
  });

  it('only seats with a stack are dealt in, and heads-up the button posts the small blind', () => {
    const hand = readWorkedHand(
      'stacks: BTN 10, BB 25\nante: 1\nhero: BTN 2s2h\n' +
        'preflop: BTN all-in, BB call\nflop AsKd3c:\nturn 4h:\nriver 5d:',
    );
    expect(inBigBlinds(hand.pot)).toBe('21');
    expect(hand.streets[0]?.actions.map(({ text }) => text)).toEqual(['raises to 10 all-in', 'calls']);
  });

  it.each([
    ['an action out of turn', `preflop: BTN raise 2.5`, 'not_its_turn: BTN raise 2.5'],
    [
      'a card that is dealt twice',
      `preflop: ${folds}, BTN raise 2.5, SB fold, BB call\nflop As8s3d: BB check, BTN check`,
      'As is dealt twice',
    ],
    ['a check facing a bet', `preflop: ${folds}, BTN raise 2.5, SB fold, BB check`, 'cannot_check: BB check'],
    [
      'too small a raise',
      `preflop: ${folds}, BTN raise 2.5, SB raise 3, BB fold, BTN fold`,
      'too_small: SB raise 3',
    ],
    [
      'a raise to more than the stack',
      `preflop: ${folds}, BTN raise 250, SB fold, BB fold`,
      'too_large: BTN raise 250',
    ],
    ['an unfinished street', `preflop: ${folds}, BTN raise 2.5, SB fold`, 'BB still has to act'],
    [
      'a call without a bet',
      `preflop: ${folds}, BTN raise 2.5, SB fold, BB call\nflop Ks8s3d: BB call, BTN check`,
      'nothing_to_call: BB call',
    ],
    ['an unknown action', `preflop: ${folds}, BTN jam, SB fold, BB fold`, 'Unknown action'],
  ])('%s is rejected', (_what, actions, message) => {
    expect(() => readWorkedHand(head + actions)).toThrow(message);
  });
});
