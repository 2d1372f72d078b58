import {
  cardName,
  cardSymbols,
  fullDeck,
  type PlayingCard,
  rankOf,
  suitOf,
} from '../../../../shared/poker/playing-card.ts';
import { classNames } from '../../../ui/class-names.ts';
import { suitColors } from '../../../ui/playing-card-face.tsx';

export type CardPadProps = {
  label: string;
  chosen: readonly PlayingCard[];
  /** Cards that cannot be chosen. */
  taken: readonly PlayingCard[];
  /** Called when a card is chosen or cleared. */
  onPress: (card: PlayingCard) => void;
};

/** One row per suit, aces first. */
const padOrder = fullDeck.toSorted((a, b) => suitOf(a) - suitOf(b) || rankOf(b) - rankOf(a));

/** All 52 cards as buttons, to choose cards without typing. */
export function CardPad({ label, chosen, taken, onPress }: CardPadProps) {
  return (
    <fieldset className="col-span-full grid grid-cols-13 gap-0.5">
      <legend className="sr-only">{label}</legend>
      {padOrder.map((card) => (
        <button
          key={card}
          type="button"
          aria-label={cardName(card)}
          aria-pressed={chosen.includes(card)}
          disabled={taken.includes(card)}
          onClick={() => onPress(card)}
          className={classNames(
            'min-h-10 rounded-control border border-control text-sm font-semibold disabled:opacity-30',
            suitColors[suitOf(card)],
            chosen.includes(card) ? 'border-2 bg-primary-soft' : 'bg-surface',
          )}
        >
          {cardSymbols(card)}
        </button>
      ))}
    </fieldset>
  );
}
