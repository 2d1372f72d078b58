import type { Hand } from '../../../../shared/poker/hand.ts';
import { ActionList } from '../replayer/action-list.tsx';
import { Replayer } from '../replayer/replayer.tsx';
import { useReplay } from '../replayer/use-replay.ts';

export function UnsavedHand({ hand }: { hand: Hand }) {
  const replay = useReplay(hand);
  return <Replayer replay={replay} rail={<ActionList replay={replay} />} />;
}
