import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { HandLineText } from '../hand-line-view.tsx';
import { OpenHand } from '../in-place/open-hand.tsx';
import { byPosition, currentMark, type HandMark } from './hand-marks.ts';

export type MarkedHandsProps = {
  marks: readonly HandMark[];
  /** The current second of the video, or the current page. */
  position: number;
  /** A mark stays current for this many seconds or pages after its position. */
  span: number;
  /** Such as `at 12:31` or `on page 7`. */
  positionText: (at: number) => string;
  /** The mark whose hand is open. */
  opened: HandMark | undefined;
  onOpen: (mark: HandMark) => void;
  onClose: () => void;
  onSeek: (at: number) => void;
  onGuess?: () => void;
};

/**
 * A panel beside a video or a PDF. Shows the hand at the current position. If there is none, shows the next hand or,
 * after the last hand, the last one. While no hand is open, the height of the panel is constant, so that the layout
 * does not shift while the video plays.
 */
export function MarkedHands(props: MarkedHandsProps) {
  const { marks, position, span, positionText, opened, onOpen, onClose, onSeek, onGuess } = props;
  const openButton = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);

  useEffect(() => {
    // Closing the hand removed the button that had the focus.
    if (!opened && wasOpen.current) openButton.current?.focus();
    wasOpen.current = opened !== undefined;
  }, [opened]);

  if (opened) {
    return <OpenedHand key={opened.key} mark={opened} onClose={onClose} onGuess={onGuess} />;
  }
  const sortedMarks = marks.toSorted(byPosition);
  const current = currentMark(marks, position, span);
  const shown = current ?? sortedMarks.find(({ at }) => at > position) ?? sortedMarks.at(-1);
  if (!shown) return null;
  return (
    <Card as="section" aria-label="Hands here" className="min-h-36 p-4! print:hidden">
      <div key={shown.key + (current ? ' current' : '')} className="motion-safe:animate-rise">
        <p
          role="status"
          className={current ? 'text-sm font-semibold text-accent-text' : 'text-sm text-muted'}
        >
          {current
            ? `Hand ${positionText(shown.at)}`
            : `${shown.at > position ? 'Next hand' : 'Last hand'} ${positionText(shown.at)}`}
        </p>
        <p className="truncate font-semibold" title={shown.title}>
          {shown.title}
        </p>
        <HandLineText line={shown.line} className="block truncate text-muted" />
        <div className="mt-2 flex flex-wrap gap-2">
          <Button ref={openButton} size="small" aria-keyshortcuts="H" onClick={() => onOpen(shown)}>
            Open the hand
          </Button>
          {!current && (
            <Button variant="quiet" size="small" onClick={() => onSeek(shown.at)}>
              Go there
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

type OpenedHandProps = {
  mark: HandMark;
  onClose: () => void;
  onGuess: (() => void) | undefined;
};

function OpenedHand({ mark, onClose, onGuess }: OpenedHandProps) {
  const frame = useRef<HTMLElement>(null);
  useEffect(() => frame.current?.focus(), []);
  return (
    <section
      ref={frame}
      tabIndex={-1}
      aria-label={`Hand: ${mark.title}`}
      className="scroll-mt-20 rounded-card border border-border bg-surface p-4 focus-visible:outline-none motion-safe:animate-rise print:hidden"
    >
      <div className="mb-4 flex items-start justify-between gap-3">
        <p className="font-semibold wrap-anywhere">{mark.title}</p>
        <Button variant="secondary" size="small" onClick={onClose}>
          Close
        </Button>
      </div>
      <OpenHand id={mark.handId} startMode={mark.startMode} onGuess={onGuess} />
    </section>
  );
}
