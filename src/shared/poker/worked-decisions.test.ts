import { describe, expect, it } from 'vitest';
import { decisionAfter } from './testing/worked-deal.ts';

const sixSeats = 'SB 1000, BB 1000, UTG 1000, HJ 1000, CO 450, BTN 1000';
const threeSeats = 'SB 1000, BB 1000, BTN 1000';
const sixSeatsOf200 = 'SB 200, BB 200, UTG 200, HJ 200, CO 200, BTN 200';

/**
 * Title, stakes, seats, play, and the expected decision. In the play, f folds, x checks, c calls, b21 bets 21, r350
 * raises to 350, and ai goes all-in. The expected decision says "raise" for a bet, too. Raises after an all-in below a
 * full raise follow the rule "re-opening the bet" of the Tournament Directors Association.
 */
type Row = [string, string, string, string[], string];

const raises: Row[] = [
  // The last raise added 350 - 100 = 250, so the minimum raise is 350 + 250 = 600.
  [
    'the minimum raise adds the last raise to the bet',
    '50/100',
    threeSeats,
    ['preflop r350'],
    'SB: call 300, raise 600-1000',
  ],
  // Before any raise, a raise adds at least one big blind: 100 + 100 = 200.
  ['the first raise', '50/100', threeSeats, [], 'BTN: call 100, raise 200-1000'],
  ['the option of the big blind', '50/100', threeSeats, ['preflop c c'], 'BB: check, raise 200-1000'],
  // 300 is 200 more than the blind. The all-in to 500 adds 200, a full raise, so the opener may raise again, to 700.
  [
    'a full raise all-in',
    '50/100',
    'SB 1000, BB 1000, CO 1000, BTN 500',
    ['preflop r300 ai f c'],
    'CO: call 200, raise 700-1000',
  ],
  // The opener faces 450 - 300 = 150 more, less than the full raise of 200.
  ['an under-raise', '50/100', sixSeats, ['preflop r300 f ai c f f'], 'UTG: call 150'],
  // The small blind has not acted: 450 + 200 = 650.
  [
    'an under-raise before the first action of a seat',
    '50/100',
    sixSeats,
    ['preflop r300 f ai c'],
    'SB: call 400, raise 650-1000',
  ],
  // 450 and 600 add 150 each, together 300, more than a full raise of 200: 600 + 200 = 800.
  [
    'two under-raises that make a full one',
    '50/100',
    'SB 1000, BB 1000, UTG 1000, HJ 1000, CO 450, BTN 600',
    ['preflop r300 f ai ai f c'],
    'UTG: call 300, raise 800-1000',
  ],
  // 195 - 100 = 95, below the big blind of 100.
  ['an under-raise over limpers', '50/100', 'SB 195, BB 1000, BTN 1000', ['preflop c ai c'], 'BTN: call 95'],
  // Together, the two all-ins add 230 - 100 = 130 to the limp, more than a full raise of 100: 230 + 100 = 330.
  [
    'two under-raises over limpers',
    '50/100',
    'SB 160, BB 230, CO 1000, BTN 1000',
    ['preflop c c ai ai'],
    'CO: call 130, raise 330-1000',
  ],
  // The small blind has checked and faces 60, below the minimum bet of 100.
  [
    'a short all-in bet after a check',
    '50/100',
    'SB 1000, BB 160, BTN 1000',
    ['preflop c c x', 'flop 2c7d9h x ai c'],
    'SB: call 60',
  ],
  // A seat that has not acted may raise: 60 + 100 = 160.
  [
    'a short all-in bet before the first action of a seat',
    '50/100',
    'SB 1000, BB 160, BTN 1000',
    ['preflop c c x', 'flop 2c7d9h x ai'],
    'BTN: call 60, raise 160-900',
  ],
  // Both others are all-in for 300.
  [
    'a stack that no other seat can match',
    '50/100',
    'SB 300, BB 5000, BTN 300',
    ['preflop ai c'],
    'BB: call 200',
  ],
  // All-in for 150 over 100: below the minimum raise of 200, but the whole stack.
  [
    'a stack below the minimum raise',
    '50/100',
    'SB 1000, BB 1000, BTN 150',
    [],
    'BTN: call 100, raise 150-150',
  ],
  // A stack of 80 cannot even call 100.
  ['a stack below the call', '50/100', 'SB 1000, BB 1000, BTN 80', [], 'BTN: call 80'],
  [
    'the minimum bet on the flop is one big blind',
    '50/100',
    threeSeats,
    ['preflop r300 c c', 'flop 2c7d9h'],
    'SB: check, raise 100-700',
  ],
];

const blinds: Row[] = [
  [
    'heads-up, the button acts first before the flop',
    '10/20',
    'BB 500, BTN 500',
    [],
    'BTN: call 10, raise 40-500',
  ],
  [
    'heads-up, the button acts last on the flop',
    '10/20',
    'BB 500, BTN 500',
    ['preflop c x', 'flop 2c7d9h'],
    'BB: check, raise 20-480',
  ],
  // The big blind has 15 in: 15 - 10 = 5, and no raise against an all-in.
  ['a short big blind heads-up', '10/20', 'BB 15, BTN 500', [], 'BTN: call 5'],
  // With more seats the whole blind is called, and the minimum raise is 100 on top.
  ['a short big blind', '50/100', 'SB 1000, BB 60, BTN 1000', [], 'BTN: call 100, raise 200-1000'],
  ['a straddle', '1/2', sixSeatsOf200, ['posts UTG straddle 4'], 'HJ: call 4, raise 8-200'],
  [
    'two straddles',
    '1/2',
    sixSeatsOf200,
    ['posts UTG straddle 4, HJ straddle 8'],
    'CO: call 8, raise 16-200',
  ],
  [
    'the option of the straddler',
    '1/2',
    sixSeatsOf200,
    ['posts UTG straddle 4', 'preflop c c c c c'],
    'UTG: check, raise 8-200',
  ],
  // From the flop on, the straddle does not matter: the minimum bet is 2.
  [
    'the flop after a straddle',
    '1/2',
    sixSeatsOf200,
    ['posts UTG straddle 4', 'preflop c c c c c x', 'flop 2c7d9h'],
    'SB: check, raise 2-196',
  ],
  ['antes of each seat', '50/100, ante 10', threeSeats, [], 'BTN: call 100, raise 200-990'],
  // The big blind pays the blind of 200 first, and the remaining 50 as the ante. A limper calls 200, not 250.
  [
    'a short big-blind ante',
    '100/200, bb-ante 200',
    'SB 5000, BB 250, BTN 5000',
    [],
    'BTN: call 200, raise 400-5000',
  ],
  // The cutoff has posted 2 live and 1 dead. The call is 6 - 2 = 4, the minimum raise 6 + 4 = 10, and all-in 200 - 1.
  [
    'a returning seat',
    '1/2',
    sixSeatsOf200,
    ['posts CO enter 2, CO dead 1', 'preflop r6 f'],
    'CO: call 4, raise 10-199',
  ],
];

const potLimit: Row[] = [
  // After a call of 2, the pot is 1 + 2 + 2 = 5. The maximum raise is 2 + 5 = 7.
  ['first in', 'plo cash USD 1/2', threeSeats, [], 'BTN: call 2, raise 4-7'],
  // After a call of 7, the pot is 1 + 2 + 7 + 7 = 17. The maximum raise is 7 + 17 = 24, and the minimum 7 + 5 = 12.
  [
    'after a raise',
    'plo cash USD 1/2',
    'SB 1000, BB 1000, CO 1000, BTN 1000',
    ['preflop r7'],
    'BTN: call 7, raise 12-24',
  ],
  // The pot, and so the maximum bet, is 3 × 7 = 21.
  ['the flop', 'plo cash USD 1/2', threeSeats, ['preflop r7 c c', 'flop 2c7d9h'], 'SB: check, raise 2-21'],
  // After a call of 21, the pot is 21 + 21 + 21 = 63. The maximum raise is 21 + 63 = 84.
  [
    'a bet of the pot',
    'plo cash USD 1/2',
    threeSeats,
    ['preflop r7 c c', 'flop 2c7d9h b21'],
    'BB: call 21, raise 42-84',
  ],
  // Dead money counts. After a call of 2, the pot is 1 + 2 + 1 + 2 = 6. The maximum raise is 2 + 6 = 8.
  [
    'dead money',
    'plo cash USD 1/2',
    'SB 1000, BB 1000, CO 1000, BTN 1000',
    ['posts BTN dead 1'],
    'CO: call 2, raise 4-8',
  ],
];

describe.each([
  ['raises', raises],
  ['blinds, antes and straddles', blinds],
  ['the pot limit', potLimit],
])('worked examples: %s', (_name, rows) => {
  it.each(rows)('%s', (_title, stakes, seats, play, decision) => {
    expect(decisionAfter({ stakes, seats, play })).toBe(decision);
  });
});
