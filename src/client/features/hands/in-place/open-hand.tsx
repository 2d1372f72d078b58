import { lazy, Suspense } from 'react';
import { ReplayerSkeleton } from '../replayer/replayer-skeleton.tsx';
import type { HandInPlaceProps } from './hand-in-place.tsx';

/** Loaded when a hand is opened, so that the page around it loads without the replayer. */
const HandInPlace = lazy(async () => ({ default: (await import('./hand-in-place.tsx')).HandInPlace }));

export function OpenHand(props: HandInPlaceProps) {
  return (
    <Suspense fallback={<ReplayerSkeleton />}>
      <HandInPlace {...props} />
    </Suspense>
  );
}
