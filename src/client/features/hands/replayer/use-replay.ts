import { useEffect, useMemo, useState } from 'react';
import type { AmountUnit } from '../../../../shared/poker/amount-text.ts';
import { streetLabels } from '../../../../shared/poker/decision-labels.ts';
import type { Hand } from '../../../../shared/poker/hand.ts';
import { showsStakes } from '../../../../shared/poker/neutral-unit.ts';
import { type ReplayStep, replayHand } from '../../../../shared/poker/replay.ts';
import { browserStorage } from '../../../lib/browser-storage.ts';

const unitKey = 'hand-unit';

const savedUnit = (): AmountUnit =>
  (browserStorage.read(unitKey) ?? unitAsPlainText()) === 'money' ? 'money' : 'bb';

/** Reads a unit that an earlier version saved as plain text instead of JSON. */
function unitAsPlainText(): string | null {
  try {
    return localStorage.getItem('academy.hand-unit');
  } catch {
    // No storage, as in some private windows.
    return null;
  }
}

export type Replay = {
  hand: Hand;
  steps: readonly ReplayStep[];
  index: number;
  step: ReplayStep;
  unit: AmountUnit;
  /** Undefined if the hand is shown without its stakes: then all amounts are in big blinds. */
  setUnit: ((unit: AmountUnit) => void) | undefined;
  isPlaying: boolean;
  setPlaying: (isPlaying: boolean) => void;
  /** Steps per second while the hand plays. */
  speed: number;
  setSpeed: (speed: number) => void;
  /** Stops playing and goes to a step. An index outside the hand goes to its first or last step. */
  go: (index: number) => void;
  /**
   * 1 goes to the start of the next street, or to the last step if there is none. -1 goes to the start of the current
   * street or, at the start of a street, to the start of the previous street.
   */
  goStreet: (direction: 1 | -1) => void;
};

/** The state of a replay, and the functions that change it. Saves the unit of amounts in this browser. */
export function useReplay(hand: Hand, startAt = 0): Replay {
  const [chosenUnit, setUnit] = useState<AmountUnit>('bb');
  const [requestedIndex, setRequestedIndex] = useState(startAt);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const unit = showsStakes(hand) ? chosenUnit : 'bb';
  const steps = useMemo(() => replayHand(hand, unit), [hand, unit]);
  const last = steps.length - 1;
  const index = Math.min(Math.max(requestedIndex, 0), last);

  // Reads the saved unit after hydration, because the server does not know it.
  useEffect(() => setUnit(savedUnit()), []);

  useEffect(() => {
    if (!isPlaying) return;
    if (index >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => setRequestedIndex(index + 1), 1_000 / speed);
    return () => clearTimeout(timer);
  }, [isPlaying, index, last, speed]);

  function goStreet(direction: 1 | -1) {
    const starts = streetStarts(steps);
    const next =
      direction === 1 ? starts.find((start) => start > index) : starts.findLast((start) => start < index);
    setRequestedIndex(next ?? (direction === 1 ? last : 0));
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
          browserStorage.write(unitKey, next);
        }
      : undefined,
    isPlaying,
    setPlaying(next) {
      if (next && index >= last) setRequestedIndex(0);
      setPlaying(next);
    },
    speed,
    setSpeed,
    go(next) {
      setPlaying(false);
      setRequestedIndex(Math.min(Math.max(next, 0), last));
    },
    goStreet,
  };
}

/** The name of a step's street. A hand in which all but one player folded ends without a showdown. */
export function streetLabel({ street, seats }: Pick<ReplayStep, 'street' | 'seats'>): string {
  const isFolded = seats.filter(({ folded }) => !folded).length < 2;
  return street === 'showdown' && isFolded ? 'End' : streetLabels[street];
}

/** The index of the last step before an action; -1 if there is none. */
export function stepBefore(hand: Hand, atAction: number): number {
  return replayHand(hand, 'bb').findLastIndex(({ action }) => action !== null && action < atAction);
}

/** The indexes of the steps that begin a street. */
export function streetStarts(steps: readonly ReplayStep[]): number[] {
  return steps.flatMap(({ street }, index) => (street === steps[index - 1]?.street ? [] : [index]));
}
