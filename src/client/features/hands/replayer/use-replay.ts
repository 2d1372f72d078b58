import { useEffect, useMemo, useState } from 'react';
import type { AmountUnit } from '../../../../shared/poker/amount-text.ts';
import type { Hand } from '../../../../shared/poker/hand.ts';
import { showsStakes } from '../../../../shared/poker/neutral-unit.ts';
import { type ReplayStep, replayHand } from '../../../../shared/poker/replay.ts';

const unitKey = 'academy.hand-unit';

function savedUnit(): AmountUnit {
  return globalThis.localStorage?.getItem(unitKey) === 'money' ? 'money' : 'bb';
}

export type Replay = {
  hand: Hand;
  steps: readonly ReplayStep[];
  index: number;
  step: ReplayStep;
  unit: AmountUnit;
  /** Absent if only big blinds are known, because the hand is shared without its stakes. */
  setUnit: ((unit: AmountUnit) => void) | undefined;
  isPlaying: boolean;
  setPlaying: (isPlaying: boolean) => void;
  /** Steps a second while the hand plays. */
  speed: number;
  setSpeed: (speed: number) => void;
  /** Goes to a step, within the hand. */
  go: (index: number) => void;
  /** Goes to the beginning of the next street, or of this one and then of the one before. */
  goStreet: (direction: 1 | -1) => void;
};

/** Where a replay stands. The amounts' unit is remembered in this browser. */
export function useReplay(hand: Hand, startAt = 0): Replay {
  const [wantedUnit, setUnit] = useState<AmountUnit>('bb');
  const [wanted, setWanted] = useState(startAt);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const unit = showsStakes(hand) ? wantedUnit : 'bb';
  const steps = useMemo(() => replayHand(hand, unit), [hand, unit]);
  const last = steps.length - 1;
  const index = Math.min(Math.max(wanted, 0), last);

  // After hydration, because the server does not know it.
  useEffect(() => setUnit(savedUnit()), []);

  useEffect(() => {
    if (!isPlaying) return;
    if (index >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => setWanted(index + 1), 1_000 / speed);
    return () => clearTimeout(timer);
  }, [isPlaying, index, last, speed]);

  function goStreet(direction: 1 | -1) {
    const starts = streetStarts(steps);
    const next =
      direction === 1 ? starts.find((start) => start > index) : starts.findLast((start) => start < index);
    setWanted(next ?? (direction === 1 ? last : 0));
  }

  return {
    hand,
    steps,
    index,
    step: steps[index] ?? (steps[0] as ReplayStep),
    unit,
    setUnit: showsStakes(hand)
      ? (next) => {
          setUnit(next);
          globalThis.localStorage?.setItem(unitKey, next);
        }
      : undefined,
    isPlaying,
    setPlaying(next) {
      if (next && index >= last) setWanted(0);
      setPlaying(next);
    },
    speed,
    setSpeed,
    go(next) {
      setPlaying(false);
      setWanted(Math.min(Math.max(next, 0), last));
    },
    goStreet,
  };
}

export const streetLabels: Record<ReplayStep['street'], string> = {
  preflop: 'Preflop',
  flop: 'Flop',
  turn: 'Turn',
  river: 'River',
  showdown: 'Showdown',
};

/** Indexes of the steps at which streets begin. */
export function streetStarts(steps: readonly ReplayStep[]): number[] {
  return steps.flatMap(({ street }, index) => (street === steps[index - 1]?.street ? [] : [index]));
}
