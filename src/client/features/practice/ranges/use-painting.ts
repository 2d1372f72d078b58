import { useState } from 'react';
import {
  type ActionWeights,
  type CellWeights,
  combosOfCell,
  type RangeAction,
  weightsOfCombos,
  withAction,
} from '../../../../shared/practice/range-weights.ts';
import type { PaintEvent } from './range-chart.tsx';

/** The weights that the keys 1 to 4 paint. */
const keyWeights: Readonly<Record<string, string>> = { 1: '0.25', 2: '0.5', 3: '0.75', 4: '1' };

export type Painting = {
  weights: readonly CellWeights[];
  /** The action of the brush. Fold erases, so that erasing needs no keyboard. */
  action: RangeAction;
  setAction: (action: RangeAction) => void;
  /** How often the action is taken, 0…1, as text. */
  share: string;
  setShare: (share: string) => void;
  change: (next: readonly CellWeights[]) => void;
  paint: (cell: number, event: PaintEvent) => void;
  /** The cell that was painted or chosen last. */
  cell: number;
  choose: (cell: number) => void;
  /** Paints one combination of the cell with the brush's action and share, or erases it. */
  paintCombo: (comboIndex: number) => void;
  /** Undefined if there is nothing to undo. */
  undo: (() => void) | undefined;
};

const emptyWeights: ActionWeights = { raise: 0, call: 0 };

function painted(before: ActionWeights, action: RangeAction, share: number): ActionWeights {
  return action === 'fold' ? emptyWeights : withAction(before, action, share);
}

/** The state of a range that is being painted, and of the brush. */
export function usePainting(initial: () => readonly CellWeights[]): Painting {
  const [weights, setWeights] = useState(initial);
  const [past, setPast] = useState<readonly (readonly CellWeights[])[]>([]);
  const [action, setAction] = useState<RangeAction>('raise');
  const [share, setShare] = useState('1');
  const [cell, choose] = useState(0);

  function change(next: readonly CellWeights[]) {
    setPast((all) => [...all.slice(-99), weights]);
    setWeights(next);
  }

  function paint(index: number, { erase, key = '' }: PaintEvent) {
    choose(index);
    const kind = key === 'r' ? 'raise' : key === 'c' ? 'call' : action;
    const chosen = keyWeights[key] ?? share;
    setShare(chosen);
    const value = Number(chosen);
    const before: CellWeights = weights[index] ?? emptyWeights;
    const after = erase ? emptyWeights : painted(before, kind, value);
    if (!before.combos && before.raise === after.raise && before.call === after.call) return;
    change(weights.with(index, after));
  }

  function paintCombo(comboIndex: number) {
    const value = Number(share);
    const combos = combosOfCell(weights[cell] ?? emptyWeights, cell).map((each, index) => {
      if (index !== comboIndex) return each;
      return action !== 'fold' && each[action] === value
        ? { ...each, [action]: 0 }
        : painted(each, action, value);
    });
    change(weights.with(cell, weightsOfCombos(combos)));
  }

  const last = past.at(-1);
  return {
    weights,
    action,
    setAction,
    share,
    setShare,
    change,
    paint,
    cell,
    choose,
    paintCombo,
    undo:
      last &&
      (() => {
        setWeights(last);
        setPast(past.slice(0, -1));
      }),
  };
}
