import { handCombos } from '../../../../shared/poker/hand-combos.ts';
import { cardName, cardSymbols, suitOf } from '../../../../shared/poker/playing-card.ts';
import { startingHands } from '../../../../shared/poker/starting-hands.ts';
import { type ActionWeights, combosOfCell } from '../../../../shared/practice/range-weights.ts';
import { classNames } from '../../../ui/class-names.ts';
import { suitColors } from '../../../ui/playing-card-face.tsx';
import { cellText } from './range-chart.tsx';
import type { Painting } from './use-painting.ts';

/** The suit combinations of the chosen hand, which can be painted one by one with the brush. */
export function ComboRow({ painting }: { painting: Painting }) {
  const { weights, cell, paintCombo } = painting;
  const played = combosOfCell(weights[cell] ?? { raise: 0, call: 0 }, cell);
  const name = startingHands[cell]?.name ?? '';
  return (
    <fieldset className="mt-4">
      <legend className="text-sm font-semibold">Suits of {name}</legend>
      <div className="mt-2 flex flex-wrap gap-1">
        {(handCombos[cell] ?? []).map((cards, index) => {
          const weight = played[index] ?? { raise: 0, call: 0 };
          const isPlayed = weight.raise + weight.call > 0;
          return (
            <button
              key={cards.join()}
              type="button"
              aria-pressed={isPlayed}
              aria-label={`${cards.map(cardName).join(', ')}: ${cellText(weight)}`}
              onClick={() => paintCombo(index)}
              className={classNames(
                'min-h-11 min-w-14 rounded-control border px-2 py-1 text-center font-mono text-sm',
                isPlayed ? 'border-primary bg-primary-soft' : 'border-border bg-surface',
              )}
            >
              {cards.map((card) => (
                <span key={card} className={classNames('font-semibold', suitColors[suitOf(card)])}>
                  {cardSymbols(card)}
                </span>
              ))}
              <span className="block text-xs text-muted tabular">{shortText(weight)}</span>
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}

function shortText({ raise, call }: ActionWeights): string {
  const parts = [
    ...(raise > 0 ? [`R ${Math.round(100 * raise)}`] : []),
    ...(call > 0 ? [`C ${Math.round(100 * call)}`] : []),
  ];
  return parts.length === 0 ? 'fold' : parts.join(' ');
}
