import { decisionsOf } from './deal.ts';
import type { Hand } from './hand.ts';
import { type ReplayStep, replayHand } from './replay.ts';

export const streetLabels: Record<ReplayStep['street'], string> = {
  preflop: 'Preflop',
  flop: 'Flop',
  turn: 'Turn',
  river: 'River',
  showdown: 'Showdown',
};

/** The hero's decisions. Each label names the street, because the text alone may be the same on several streets. */
export function labelDecisions(hand: Hand): { atAction: number; label: string }[] {
  const steps = replayHand(hand, 'bb');
  return decisionsOf(hand).flatMap((atAction) => {
    const step = steps.find(({ action }) => action === atAction);
    return step ? [{ atAction, label: `${streetLabels[step.street]}: ${step.text}` }] : [];
  });
}
