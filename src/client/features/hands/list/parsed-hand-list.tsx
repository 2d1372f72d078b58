import { Activity, useEffect, useState, useTransition } from 'react';
import { lazyInPlace } from '../../../ui/lazy-in-place.tsx';
import { HandLineText } from '../hand-line-view.tsx';
import { ReplayerSkeleton } from '../replayer/replayer-skeleton.tsx';
import { type GoodHand, shownHands } from './parse-messages.ts';

const loadReplayer = async () => (await import('../replayer/simple-replayer.tsx')).SimpleReplayer;
const SimpleReplayer = lazyInPlace('The hand could not be loaded', loadReplayer);

/** Loads the replayer in advance. @returns false if loading failed; opening a hand then loads the replayer again */
export const prepareReplayer = () =>
  loadReplayer().then(
    () => true,
    () => false,
  );

/** Up to `shownHands` of the hands parsed from the user's text or file. A click replays a hand without saving it. */
export function ParsedHandList({ hands }: { hands: readonly GoodHand[] }) {
  const [opened, setOpened] = useState<string>();
  // A transition, so that the row responds while the replayer is being rendered.
  const [isOpening, startOpening] = useTransition();

  const [isReady, setReady] = useState(false);
  useEffect(() => {
    // Waits until the rows are painted.
    const frame = requestAnimationFrame(() => setTimeout(() => void prepareReplayer().then(setReady)));
    return () => cancelAnimationFrame(frame);
  }, []);

  return (
    <>
      <ul className="mt-2 divide-y divide-border">
        {hands
          .slice(0, shownHands)
          // A text may contain the same hand twice.
          .map((good, index) => ({ ...good, row: `${good.key}-${index}` }))
          .map(({ row, line, oddities, hand }, index) => (
            <li key={row} className="py-0.5">
              <button
                type="button"
                aria-expanded={opened === row}
                aria-busy={isOpening}
                title="Replay it without saving it"
                onClick={() => startOpening(() => setOpened(opened === row ? undefined : row))}
                className="-mx-2 min-h-11 w-[calc(100%+1rem)] rounded-control px-2 text-left hover:bg-sunken"
              >
                <HandLineText line={line} />
              </button>
              {oddities.length > 0 && (
                <span className="block text-sm text-warning">{oddities.join(' ')}</span>
              )}
              {hand && (opened === row || (isReady && index === 0)) && (
                // The first hand is rendered in advance.
                <Activity mode={opened === row ? 'visible' : 'hidden'}>
                  <div className="my-4">
                    <SimpleReplayer fallback={<ReplayerSkeleton />} hand={hand} />
                  </div>
                </Activity>
              )}
            </li>
          ))}
      </ul>
      {hands.length > shownHands && (
        <p className="text-sm text-muted">{`and ${(hands.length - shownHands).toLocaleString('en-US')} more`}</p>
      )}
    </>
  );
}
