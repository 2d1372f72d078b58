import { parseHandTerms } from './range-terms.ts';
import { startingHands } from './starting-hands.ts';

/** The seats of a 6-max table that can open, in the order of action. The big blind acts last, so it cannot open. */
const openingSeats = ['UTG', 'HJ', 'CO', 'BTN', 'SB'] as const;
export type OpeningSeat = (typeof openingSeats)[number];

/** The situation that the charts apply to. */
export const openingSpot = '6-max cash game, 100 big blinds, first in';

export type OpeningChart = {
  seat: OpeningSeat;
  name: string;
  /** Size of the raise in big blinds. */
  raiseTo: number;
  notation: string;
  /** How often each of the 169 starting hands is raised, 0…1, by index. */
  range: readonly number[];
};

/**
 * Written by hand: simple enough to learn, and close to what strong players open with. Among suited hands and among
 * offsuit hands, a dominated hand is never opened more often than the hand that dominates it: KTo not more often than
 * KJo. The only exceptions are suited hands, nine-high or lower, that are connected or have one rank between the two
 * cards, such as 76s or 97s, because they are opened for straights.
 */
const charts: Record<OpeningSeat, { name: string; raiseTo: number; notation: string }> = {
  UTG: {
    name: 'Under the gun',
    raiseTo: 2.5,
    notation: '55+, 44:0.5, A2s+, K9s+, Q9s+, J9s+, T9s, ATo+, KJo+',
  },
  HJ: {
    name: 'Hijack',
    raiseTo: 2.5,
    notation:
      '44+, 33:0.5, 22:0.5, A2s+, K8s+, Q9s+, Q8s:0.5, J9s+, J8s:0.5, T9s, T8s:0.5, 98s:0.5, A9o+, KJo+, KTo:0.5, QJo',
  },
  CO: {
    name: 'Cutoff',
    raiseTo: 2.5,
    notation:
      '22+, A2s+, K5s+, Q8s+, J8s+, T8s+, 97s+, 87s, 86s:0.5, 76s, 65s, 54s:0.5, A8o+, A7o:0.5, KTo+, QTo+, JTo',
  },
  BTN: {
    name: 'Button',
    raiseTo: 2.5,
    notation:
      '22+, A2s+, K2s+, Q2s+, J4s+, T6s+, 96s+, 86s+, 75s+, 64s+, 53s+, 43s, A2o+, K8o+, K7o:0.5, Q9o+, Q8o:0.5, J9o+, T9o',
  },
  SB: {
    name: 'Small blind',
    raiseTo: 3,
    notation:
      '22+, A2s+, K2s+, Q4s+, J6s+, T7s+, 97s+, 86s+, 75s+, 65s, 64s:0.5, 54s, 53s:0.5, A2o+, K8o+, Q9o+, J9o+, T9o',
  },
};

export const openingCharts: readonly OpeningChart[] = openingSeats.map((seat) => {
  let range: number[] | undefined;
  return {
    seat,
    ...charts[seat],
    /** Parsed when it is first used, because every page loads this module for the logo. */
    get range() {
      if (!range) {
        const weights = parseHandTerms(this.notation.split(', '));
        range = startingHands.map((_, index) => weights.get(index) ?? 0);
      }
      return range;
    },
  };
});
