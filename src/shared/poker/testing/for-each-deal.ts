import fc from 'fast-check';
import type { DealState } from '../deal.ts';
import { type PlayedDeal, playRandomDeal, type RandomTable, randomTable } from './random-deal.ts';

/** Deals are quicker than the stories that `MODEL_RUNS` counts. */
const runs = Math.round(2.5 * Number(process.env.MODEL_RUNS ?? 60));

/** Proves something of random deals, 150 of them, or 50,000 in the long run. */
export const forEachDeal = (prove: (played: PlayedDeal, table: RandomTable) => void) =>
  fc.assert(
    fc.property(randomTable, (table) => prove(playRandomDeal(table), table)),
    { numRuns: runs },
  );

/** Everything that players have behind and on the table, in units. */
export const allMoney = ({ seats, dead }: DealState) =>
  seats.reduce((sum, { stack, total }) => sum + stack + total, dead);
