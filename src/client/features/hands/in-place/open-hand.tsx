import { lazyInPlace } from '../../../ui/lazy-in-place.tsx';
import { ReplayerSkeleton } from '../replayer/replayer-skeleton.tsx';
import type { HandInPlaceProps } from './hand-in-place.tsx';

/** Loaded when a hand is opened, so that the page around it loads without the replayer. */
const HandInPlace = lazyInPlace(
  'The hand could not be loaded',
  async () => (await import('./hand-in-place.tsx')).HandInPlace,
);

export function OpenHand(props: HandInPlaceProps) {
  return <HandInPlace {...props} fallback={<ReplayerSkeleton />} />;
}
