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
  /** The action of the brush. Painting with Fold erases, so that erasing needs no keyboard. */
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

type Chart = {
  weights: readonly CellWeights[];
  /** The weights before each step that Undo takes back, oldest first. */
  past: readonly (readonly CellWeights[])[];
  /** Whether the last stroke has changed a cell. If so, `past` ends with the weights from before the stroke. */
  isStrokeInPast: boolean;
};

function changed({ weights, past }: Chart, next: readonly CellWeights[]): Chart {
  return { weights: next, past: [...past.slice(-99), weights], isStrokeInPast: true };
}

/** The state of a range that is being painted, and of the brush. */
export function usePainting(initial: () => readonly CellWeights[]): Painting {
  const [chart, setChart] = useState<Chart>(() => ({ weights: initial(), past: [], isStrokeInPast: false }));
  const { weights, past } = chart;
  const [action, setAction] = useState<RangeAction>('raise');
  const [share, setShare] = useState('1');
  const [cell, choose] = useState(0);

  function change(next: readonly CellWeights[]) {
    setChart((before) => changed(before, next));
  }

  function paint(index: number, { erase, key = '', continues = false }: PaintEvent) {
    choose(index);
    const kind = key === 'r' ? 'raise' : key === 'c' ? 'call' : action;
    const chosen = keyWeights[key] ?? share;
    setShare(chosen);
    const value = Number(chosen);
    // Reads `current` instead of `weights`, because a fast pointer paints several cells before the next render.
    setChart((current) => {
      const isStrokeInPast = continues && current.isStrokeInPast;
      const before: CellWeights = current.weights[index] ?? emptyWeights;
      const after = erase ? emptyWeights : painted(before, kind, value);
      if (!before.combos && before.raise === after.raise && before.call === after.call)
        return { ...current, isStrokeInPast };
      const next = current.weights.with(index, after);
      return isStrokeInPast ? { ...current, weights: next } : changed(current, next);
    });
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
        setChart({ weights: last, past: past.slice(0, -1), isStrokeInPast: false });
      }),
  };
}
