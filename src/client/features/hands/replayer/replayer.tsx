import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Hand } from '../../../../shared/poker/hand.ts';
import { cardsOf } from '../../../../shared/poker/hand-result.ts';
import { shortcutKey } from '../../../lib/shortcut-key.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { HandAsText } from './hand-as-text.tsx';
import { HandSheet } from './hand-sheet.tsx';
import { ReplayControls } from './replay-controls.tsx';
import { ReplayTable } from './replay-table.tsx';
import { StreetBar } from './street-bar.tsx';
import type { Replay } from './use-replay.ts';

export type ReplayerProps = {
  replay: Replay;
  /** The student’s labels for opponents, by seat. */
  labels?: ReadonlyMap<number, string>;
  /** Shown beside the table, or below it where there is no room beside it. */
  sidePanel?: ReactNode;
  /** For pages whose main content is the side panel: it is printed, and is above the controls on narrow screens. */
  isSidePanelFirst?: boolean;
  /**
   * Further keys, by lowercase letter, digit or key name. `does` describes the key in the list of keys. Without `run`,
   * the page handles the key.
   */
  moreKeys?: Readonly<Record<string, { does: string; run?: () => void }>>;
  /** Whether to take the focus on mount, so that the keys work immediately. */
  takesFocus?: boolean;
};

/** Loaded on demand, because the code of dialogs is large. */
const KeysDialog = lazyDialog(async () => (await import('./keys-dialog.tsx')).KeysDialog);

/**
 * Shows a hand step by step; on paper, the whole hand. The keys work only while the focus is in the replayer, so that
 * they never disturb typing elsewhere. For the arrow keys on a page that shows only one hand, see `usePageArrows`.
 */
export function Replayer(props: ReplayerProps) {
  const { replay, labels, sidePanel, isSidePanelFirst = false, moreKeys = {}, takesFocus = false } = props;
  const { hand, step, unit, index, go, goStreet, steps } = replay;
  const container = useRef<HTMLElement>(null);
  const [showsOpponents, setShowsOpponents] = useState(false);
  const [isReading, setReading] = useState(false);
  const [showsKeys, setShowsKeys] = useState<boolean>();
  const knowsOpponents = isAnyOpponentKnown(hand);
  const swipe = useSwipe((direction) => go(index + direction));

  useEffect(() => {
    if (takesFocus) container.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  const run: Record<string, (() => void) | undefined> = {
    ArrowLeft: () => go(index - 1),
    ArrowRight: () => go(index + 1),
    ArrowUp: () => goStreet(-1),
    ArrowDown: () => goStreet(1),
    Home: () => go(0),
    End: () => go(steps.length - 1),
    ' ': () => replay.setPlaying(!replay.isPlaying),
    b: () => replay.setUnit?.(unit === 'bb' ? 'money' : 'bb'),
    v: () => setShowsOpponents((shown) => !shown),
    '?': () => setShowsKeys(true),
    ...Object.fromEntries(Object.entries(moreKeys).map(([key, { run: act }]) => [key, act])),
  };

  function handleKey(event: KeyboardEvent) {
    // Events of dialogs and of tabs in the side panel bubble up to here too.
    if (event.defaultPrevented || !(event.target instanceof HTMLElement)) return;
    if (!event.currentTarget.contains(event.target)) return;
    if (event.target.matches('input, textarea, select, audio, video, summary')) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Shift with an arrow key opens another hand.
    if (event.shiftKey && event.key.startsWith('Arrow')) return;
    // Space and Enter press a focused button, and Enter opens a link.
    if ([' ', 'Enter'].includes(event.key) && event.target.matches('button, a')) return;
    const key = shortcutKey(event);
    if (/^[1-9]$/.test(key) && !moreKeys[key]) {
      replay.setSpeed(Number(key));
      return;
    }
    const act = run[key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  const sidePanelColumn = sidePanel && (
    <div
      className={classNames(
        'min-w-0 @max-4xl:my-2 @4xl:col-start-2 @4xl:row-span-2 @4xl:row-start-1',
        !isSidePanelFirst && 'print:hidden',
      )}
    >
      {sidePanel}
    </div>
  );
  return (
    <>
      <HandSheet hand={hand} unit={unit} />
      <section
        ref={container}
        aria-label="Replayer"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: takes the focus, so that its keys work
        tabIndex={0}
        onKeyDown={handleKey}
        className="@container -m-2 rounded-card p-2"
      >
        <div className="grid gap-x-6 gap-y-4 print:block @4xl:grid-cols-[minmax(0,1fr)_22rem] @4xl:grid-rows-[auto_1fr]">
          <div className="grid touch-pan-y touch-pinch-zoom content-start gap-4 print:hidden" {...swipe}>
            <ReplayTable
              hand={hand}
              step={step}
              unit={unit}
              showsOpponents={showsOpponents}
              {...(labels && { labels })}
            />
            <p role="status" className="min-h-6 text-center text-lg font-semibold">
              {step.text}
            </p>
          </div>
          {isSidePanelFirst && sidePanelColumn}
          <div className="grid content-start gap-4 print:hidden">
            <StreetBar replay={replay} />
            <ReplayControls
              replay={replay}
              opponents={
                knowsOpponents
                  ? { shown: showsOpponents, toggle: () => setShowsOpponents(!showsOpponents) }
                  : undefined
              }
            />
            <div className="-ml-3 flex flex-wrap gap-2">
              <Button
                variant="quiet"
                size="small"
                aria-expanded={isReading}
                onClick={() => setReading(!isReading)}
              >
                {isReading ? 'Hide the text' : 'Read as text'}
              </Button>
              <Button
                variant="quiet"
                size="small"
                onClick={() => setShowsKeys(true)}
                className="max-sm:hidden"
              >
                Keys
              </Button>
            </div>
            {/* Always in the document, for screen readers and for the browser's search. */}
            <div className={isReading ? undefined : 'sr-only'}>
              <HandAsText hand={hand} unit={unit} />
            </div>
          </div>
          {!isSidePanelFirst && sidePanelColumn}
        </div>
        {showsKeys !== undefined && (
          <KeysDialog open={showsKeys} onClose={() => setShowsKeys(false)} moreKeys={moreKeys} />
        )}
      </section>
    </>
  );
}

function isAnyOpponentKnown(hand: Hand): boolean {
  return hand.seats.some(
    ({ seat }) => seat !== hand.hero && cardsOf(hand, seat).some((card) => card !== null),
  );
}

/** In pixels. A shorter movement is ignored. */
const minSwipeDistance = 40;

/**
 * Handlers for an element with `touch-action: pan-y pinch-zoom`.
 * @param onSwipe - called with 1 when a finger has moved to the left, and with -1 to the right
 */
function useSwipe(onSwipe: (direction: 1 | -1) => void) {
  const from = useRef<number>(undefined);
  return {
    onPointerDown({ pointerType, isPrimary, clientX }: PointerEvent) {
      // With a second finger, the movement is not a swipe.
      from.current = pointerType === 'touch' && isPrimary ? clientX : undefined;
    },
    onPointerUp({ clientX }: PointerEvent) {
      const moved = clientX - (from.current ?? clientX);
      from.current = undefined;
      if (Math.abs(moved) >= minSwipeDistance) onSwipe(moved < 0 ? 1 : -1);
    },
    // Called when the browser begins to scroll the page.
    onPointerCancel() {
      from.current = undefined;
    },
  };
}
