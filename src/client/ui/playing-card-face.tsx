import { cardName, cardText, type PlayingCard, suitOf } from '../../shared/poker/playing-card.ts';
import { suitPaths } from '../../shared/poker/suit-paths.ts';
import { classNames } from './class-names.ts';

/** Four colors, so that suits differ at a glance. The symbol of the suit says the same without color. */
export const suitColors = ['text-text', 'text-suit-heart', 'text-suit-diamond', 'text-suit-club'] as const;

/** A playing card, or the back of one. Fills the width of its parent, unless `className` sets a width. */
export function PlayingCardFace({ card, className }: { card: PlayingCard | null; className?: string }) {
  const suit = card === null ? undefined : suitOf(card);
  return (
    <svg
      viewBox="0 0 40 54"
      role="img"
      aria-label={card === null ? 'unknown card' : cardName(card)}
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
