import fc from 'fast-check';
import type { DealState } from '../deal.ts';
import { type PlayedDeal, playRandomDeal, type RandomTable, randomTable } from './random-deal.ts';

/** More than `MODEL_RUNS`, because a random deal takes less time than the cases of other tests. */
const runs = Math.round(2.5 * Number(process.env.MODEL_RUNS ?? 60));

/** Checks a property of random deals: of 150, or of 50,000 in `npm run test:all`. */
export const forEachDeal = (prove: (played: PlayedDeal, table: RandomTable) => void) =>
  fc.assert(
    fc.property(randomTable, (table) => prove(playRandomDeal(table), table)),
    { numRuns: runs },
  );

/** All stacks and all money on the table, in cents or in hundredths of a chip. */
export const allMoney = ({ seats, dead }: DealState) =>
  seats.reduce((sum, { stack, total }) => sum + stack + total, dead);
