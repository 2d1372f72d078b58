import { useState } from 'react';
import {
  type ActionWeights,
  type CellWeights,
  combosOfCell,
  weightsOfCombos,
} from '../../../../shared/practice/range-weights.ts';
import type { PaintEvent } from './range-chart.tsx';

/** The weights that the keys 1 to 4 paint. */
const keyWeights: Readonly<Record<string, string>> = { 1: '0.25', 2: '0.5', 3: '0.75', 4: '1' };

/** The action of the brush. Fold erases, so that erasing needs no keyboard. */
export type BrushAction = 'raise' | 'call' | 'fold';

export type Painting = {
  weights: readonly CellWeights[];
  action: BrushAction;
  setAction: (action: BrushAction) => void;
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

function withAction({ raise, call }: ActionWeights, action: BrushAction, value: number): ActionWeights {
  if (action === 'fold') return emptyWeights;
  return action === 'raise'
    ? { raise: value, call: Math.min(call, 1 - value) }
    : { raise: Math.min(raise, 1 - value), call: value };
}

/** The state of a range that is being painted, and of the brush. */
export function usePainting(initial: () => readonly CellWeights[]): Painting {
  const [weights, setWeights] = useState(initial);
  const [past, setPast] = useState<readonly (readonly CellWeights[])[]>([]);
  const [action, setAction] = useState<BrushAction>('raise');
  const [share, setShare] = useState('1');
  const [cell, choose] = useState(0);

  function change(next: readonly CellWeights[]) {
    setPast((all) => [...all.slice(-99), weights]);
    setWeights(next);
  }

  function paint(painted: number, { erase, key = '' }: PaintEvent) {
    choose(painted);
    const kind = key === 'r' ? 'raise' : key === 'c' ? 'call' : action;
    const chosen = keyWeights[key] ?? share;
    setShare(chosen);
    const value = Number(chosen);
    const before: CellWeights = weights[painted] ?? emptyWeights;
    const after = erase ? emptyWeights : withAction(before, kind, value);
    if (!before.combos && before.raise === after.raise && before.call === after.call) return;
    change(weights.map((each, index) => (index === painted ? after : each)));
  }

  function paintCombo(comboIndex: number) {
    const value = Number(share);
    const combos = combosOfCell(weights[cell] ?? emptyWeights, cell).map((each, index) => {
      if (index !== comboIndex) return each;
      return action !== 'fold' && each[action] === value
        ? { ...each, [action]: 0 }
        : withAction(each, action, value);
    });
    change(weights.map((each, index) => (index === cell ? weightsOfCombos(combos) : each)));
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
