import type { Hand } from '../../../../shared/poker/hand.ts';
import { ActionList } from './action-list.tsx';
import { Replayer } from './replayer.tsx';
import { useReplay } from './use-replay.ts';

/** A replayer with the list of actions beside it. It starts at the step `startAt`. */
export function SimpleReplayer({ hand, startAt }: { hand: Hand; startAt?: number }) {
  const replay = useReplay(hand, startAt);
  return <Replayer replay={replay} sidePanel={<ActionList replay={replay} />} />;
}
