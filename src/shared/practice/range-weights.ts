import { type CellWeight, cellOf, parseRange, type Range, shareOf } from '../poker/range.ts';
import { startingHands } from '../poker/starting-hands.ts';

export const rangeBounds = {
  nameLength: 80,
  situationLength: 160,
  noteLength: 200,
  /** How many starting hands one round of training asks about. */
  questions: 20,
  /** How many versions of a range are stored; older ones are deleted. */
  versions: 100,
} as const;

export const rangeActions = ['raise', 'call', 'fold'] as const;
export type RangeAction = (typeof rangeActions)[number];
export const rangeActionNames: Record<RangeAction, string> = { raise: 'Raise', call: 'Call', fold: 'Fold' };

export type ActionWeights = { raise: number; call: number };

/** How often a starting hand is raised and called, from 0 to 1, averaged over its combinations. */
export type CellWeights = ActionWeights & {
  /** The weights of each combination, in the order of `handCombos`; absent if all combinations are played alike. */
  combos?: readonly ActionWeights[];
};

/** The weights of all 169 starting hands, from two ranges in range notation. @throws RangeError for invalid notation */
export function weightsOf(cells: { raise: string; call: string }): CellWeights[] {
  const [raise, call] = [parseRange(cells.raise), parseRange(cells.call)];
  return startingHands.map(({ combos }, index) =>
    weightsOfCombos(
      Array.from({ length: combos }, (_, place) => ({
        raise: weightAt(raise[index], place),
        call: weightAt(call[index], place),
      })),
    ),
  );
}

const weightAt = (cell: CellWeight | undefined, place: number) =>
  typeof cell === 'number' ? cell : (cell?.[place] ?? 0);

/** Returns the weights with `share` for the action. Reduces the other weight if the sum would exceed 1. */
export function withAction(
  { raise, call }: ActionWeights,
  action: 'raise' | 'call',
  share: number,
): ActionWeights {
  return action === 'raise'
    ? { raise: share, call: Math.min(call, 1 - share) }
    : { raise: Math.min(raise, 1 - share), call: share };
}

/** Replaces the weights of an action with those of a range. Reduces the other weights as `withAction` does. */
export function withRange(
  weights: readonly CellWeights[],
  action: 'raise' | 'call',
  range: Range,
): CellWeights[] {
  return weights.map((before, index) =>
    weightsOfCombos(
      combosOfCell(before, index).map((each, place) =>
        withAction(each, action, weightAt(range[index], place)),
      ),
    ),
  );
}

/** The weights of a starting hand, from those of its combinations. */
export function weightsOfCombos(combos: readonly ActionWeights[]): CellWeights {
  const [raise, call] = [cellOf(combos.map((each) => each.raise)), cellOf(combos.map((each) => each.call))];
  if (typeof raise === 'number' && typeof call === 'number') return { raise, call };
  return { raise: shareOf(raise), call: shareOf(call), combos };
}

/** The weights of each combination of a starting hand. */
export function combosOfCell({ raise, call, combos }: CellWeights, index: number): readonly ActionWeights[] {
  const count = startingHands[index]?.combos ?? 0;
  return combos ?? Array.from({ length: count }, () => ({ raise, call }));
}

/** The range of the hands with which an action is taken. */
export function rangeOf(weights: readonly CellWeights[], action: 'raise' | 'call'): Range {
  return weights.map((cell) => cell.combos?.map((each) => each[action]) ?? cell[action]);
}
