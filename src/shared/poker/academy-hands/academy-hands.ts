import { buildHand } from '../build-hand.ts';
import { decisionsOf } from '../deal.ts';
import type { Hand } from '../hand.ts';
import type { AcademyHand } from './academy-hand.ts';
import { decisionHands } from './decisions.ts';
import { tableRuleHands } from './table-rules.ts';
import { tournamentHands } from './tournaments.ts';

/** In the order in which the academy shows them; the hand of the landing page comes last. */
const order = [
  'two-side-pots',
  'short-raise',
  'run-twice',
  'bubble-ante',
  'blocker-call',
  'check-raise',
  'walk',
  'live-straddle',
  'omaha-wrap',
  'cash-out',
  'heads-up',
  'odd-chip',
  'dead-blind',
  'thin-value',
  'empty-barrel',
  'three-bet-defence',
  'short-stack',
  'stop-loss',
  'landing-demo',
];

const all = [...tableRuleHands, ...decisionHands, ...tournamentHands];

export const academyHands: readonly AcademyHand[] = all.toSorted(
  (one, other) => order.indexOf(one.id) - order.indexOf(other.id),
);

export type BuiltAcademyHand = Omit<AcademyHand, 'notation' | 'decision'> & {
  hand: Hand;
  /** Index of the action that is the decision; null if the hero has no decision. */
  decision: number | null;
};

/** @throws RangeError for a hand that the rules forbid */
export function buildAcademyHand({ notation, decision, ...rest }: AcademyHand): BuiltAcademyHand {
  const hand = buildHand(notation);
  return {
    ...rest,
    hand,
    decision: decision === undefined ? null : (decisionsOf(hand)[decision - 1] ?? null),
  };
}

/** @throws Error for an unknown id */
export function findAcademyHand(id: string): BuiltAcademyHand {
  const found = academyHands.find((each) => each.id === id);
  if (!found) throw new Error(`The academy has no hand ${id}.`);
  return buildAcademyHand(found);
}
