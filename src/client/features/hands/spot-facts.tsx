import { type AmountUnit, amountText } from '../../../shared/poker/amount-text.ts';
import type { Hand } from '../../../shared/poker/hand.ts';
import type { ReplayStep } from '../../../shared/poker/replay.ts';
import { classNames } from '../../ui/class-names.ts';
import { PlayingCardFace } from '../../ui/playing-card-face.tsx';

export type SpotFactsProps = { hand: Hand; step: ReplayStep; unit: AmountUnit; className?: string };

/** The hero's cards, the board, the pot and the amount to call, for screens without the table. */
export function SpotFacts({ hand, step, unit, className }: SpotFactsProps) {
  const heroCards = hand.seats.find(({ seat }) => seat === hand.hero)?.cards ?? [];
  const board = step.boards[0] ?? [];
  return (
    <div className={classNames('flex flex-wrap gap-x-8 gap-y-3', className)}>
      {heroCards.length > 0 && <SpotCards label="Your hand" cards={heroCards} />}
      {board.length > 0 && <SpotCards label="Board" cards={board} />}
      <Amount label="Pot" text={amountText(step.money, hand, unit)} />
      {step.toCall > 0 && <Amount label="To call" text={amountText(step.toCall, hand, unit)} />}
    </div>
  );
}

function Amount({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="text-sm text-muted">{label}</p>
      <p className="mt-1 text-lg font-semibold tabular">{text}</p>
    </div>
  );
}

export function SpotCards({ label, cards }: { label: string; cards: readonly number[] }) {
  return (
    <div>
      <p className="text-sm text-muted">{label}</p>
      <p className="mt-1 flex flex-wrap gap-1">
        {cards.map((card) => (
          <PlayingCardFace key={card} card={card} className="w-10" />
        ))}
      </p>
    </div>
  );
}
