import { cardText, cardWords, type PlayingCard, suitOf } from '../../shared/poker/playing-card.ts';
import { classNames } from './class-names.ts';

/** In a box of 16 × 16, in the order of the suits: spade, heart, diamond, club. */
const suitPaths = [
  'M8 0C5 4 0 6.5 0 10.4A3.5 3.5 0 0 0 7 12q-.2 2.5-2 4h6q-1.8-1.5-2-4a3.5 3.5 0 0 0 7-1.6C16 6.5 11 4 8 0z',
  'M8 15.5C3 10.8 0 8.2 0 4.8A4.3 4.3 0 0 1 8 2.6a4.3 4.3 0 0 1 8 2.2c0 3.4-3 6-8 10.7z',
  'M8 0l6.5 8L8 16 1.5 8z',
  'M8 0a3.6 3.6 0 0 1 2.9 5.8 3.6 3.6 0 1 1-1.7 5.6q.2 3.2 1.8 4.6H5q1.6-1.4 1.8-4.6a3.6 3.6 0 1 1-1.7-5.6A3.6 3.6 0 0 1 8 0z',
] as const;

/** Four colors, so that suits differ at a glance; letter and shape say the same without color. */
export const suitColors = ['text-text', 'text-suit-heart', 'text-suit-diamond', 'text-suit-club'] as const;

/** A playing card, or the back of one. Takes the width of its box: set a width with `className`. */
export function PlayingCardFace({ card, className }: { card: PlayingCard | null; className?: string }) {
  const suit = card === null ? undefined : suitOf(card);
  return (
    <svg
      viewBox="0 0 40 54"
      role="img"
      aria-label={card === null ? 'unknown card' : cardWords(card)}
      className={classNames('block shrink-0', suit !== undefined && suitColors[suit], className)}
    >
      <rect
        x="1"
        y="1"
        width="38"
        height="52"
        rx="5"
        strokeWidth="1.5"
        className={card === null ? 'fill-border stroke-control' : 'fill-surface stroke-control'}
      />
      {card !== null && (
        <>
          <text x="20" y="27" textAnchor="middle" fontSize="28" fontWeight="700" fill="currentColor">
            {cardText(card).charAt(0)}
          </text>
          <path transform="translate(11.5 32)" d={suitPaths[suit ?? 0]} fill="currentColor" />
        </>
      )}
    </svg>
  );
}
