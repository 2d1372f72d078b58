import { useState } from 'react';
import type { CellWeights } from '../../../../shared/practice/range-edges.ts';
import type { PaintEvent } from './range-chart.tsx';

/** What the keys 1 to 4 paint. */
const keyWeights: Readonly<Record<string, string>> = { 1: '0.25', 2: '0.5', 3: '0.75', 4: '1' };

export type Painting = {
  weights: readonly CellWeights[];
  action: 'raise' | 'call';
  setAction: (action: 'raise' | 'call') => void;
  /** How often the action is taken, 0…1, as text. */
  share: string;
  setShare: (share: string) => void;
  change: (next: readonly CellWeights[]) => void;
  paint: (cell: number, event: PaintEvent) => void;
  /** Undefined before the first change. */
  undo: (() => void) | undefined;
};

/** A range that is being painted, with what the brush does. */
export function usePainting(initial: () => readonly CellWeights[]): Painting {
  const [weights, setWeights] = useState(initial);
  const [past, setPast] = useState<readonly (readonly CellWeights[])[]>([]);
  const [action, setAction] = useState<'raise' | 'call'>('raise');
  const [share, setShare] = useState('1');

  function change(next: readonly CellWeights[]) {
    setPast((all) => [...all.slice(-99), weights]);
    setWeights(next);
  }

  function paint(cell: number, { erase, key = '' }: PaintEvent) {
    const kind = key === 'r' ? 'raise' : key === 'c' ? 'call' : action;
    const chosen = keyWeights[key] ?? share;
    setShare(chosen);
    const value = Number(chosen);
    const before = weights[cell];
    const after = erase
      ? { raise: 0, call: 0 }
      : kind === 'raise'
        ? { raise: value, call: Math.min(before?.call ?? 0, 1 - value) }
        : { raise: Math.min(before?.raise ?? 0, 1 - value), call: value };
    if (before?.raise === after.raise && before.call === after.call) return;
    change(weights.map((each, index) => (index === cell ? after : each)));
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
    undo:
      last &&
      (() => {
        setWeights(last);
        setPast(past.slice(0, -1));
      }),
  };
}
