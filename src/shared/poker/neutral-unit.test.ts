import { expect, it } from 'vitest';
import { withoutStakes } from '../hands/hidden-hand.ts';
import { buildHand } from './build-hand.ts';
import { showsStakes } from './neutral-unit.ts';

// The big blinds 2 and 1,200 are scaled to the neutral big blind. 1,300 and 1,100 do not divide it and are scaled to a
// multiple of it.
it.each(['1/2', '600/1200', '650/1300', '550/1100'])(
  'a tournament hand with blinds of %s shows no stakes if it is shared without them',
  (blinds) => {
    const hand = buildHand(`nlhe tournament chips ${blinds}, 2-max, button 1
  1 BTN 50000 AhKh hero
  2 BB 50000
  preflop f`);
    expect(showsStakes(withoutStakes(hand))).toBe(false);
  },
);
