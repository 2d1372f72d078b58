import type { Hand } from '../../../../shared/poker/hand.ts';
import { ActionList } from '../../hands/replayer/action-list.tsx';
import { Replayer } from '../../hands/replayer/replayer.tsx';
import { useReplay } from '../../hands/replayer/use-replay.ts';

/** The hand to replay, from the decision on. */
export function WholeHand({ hand, startAt }: { hand: Hand; startAt: number }) {
  const replay = useReplay(hand, startAt);
  return <Replayer replay={replay} rail={<ActionList replay={replay} />} />;
}
