import { holeCardCount } from '../../../../shared/poker/hole-cards.ts';
import type { PlayingCard } from '../../../../shared/poker/playing-card.ts';
import { settleDeal } from '../../../../shared/poker/settle.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SignUpToKeep } from '../sign-up-to-keep.tsx';
import type { BuiltHand, Ending } from './built-hand.ts';
import { CardsField } from './cards-field.tsx';

export type EndOfHandProps = {
  built: BuiltHand;
  hero: number;
  positions: ReadonlyMap<number, string>;
  ending: Ending;
  onEnding: (ending: Ending) => void;
  /** The cards of the hero and of the board. */
  taken: readonly PlayingCard[];
  isUser: boolean;
  isSaving: boolean;
  failure: string | undefined;
  /** `winner` is null if the cards decide. */
  onSave: (winner: number | null) => void;
};

/** Fields for the cards that were shown, and for the winner if the cards do not decide. */
export function EndOfHand(props: EndOfHandProps) {
  const { built, hero, positions, ending, onEnding, taken, isUser, isSaving, failure, onSave } = props;
  const { draft, state } = built;
  const { shown } = ending;
  const left = state.seats.filter(({ folded }) => !folded).map(({ seat }) => seat);
  const winner = left.some((seat) => String(seat) === ending.winner) ? ending.winner : '';
  const cardsOf = (seat: number) => shown[seat] ?? draft.seats.find((each) => each.seat === seat)?.cards;
  const isSettled = settleDeal(state, draft.game, cardsOf, draft.boards, 1) !== undefined;
  const nameOf = (seat: number) => (seat === hero ? 'Hero' : (positions.get(seat) ?? `Seat ${seat}`));

  return (
    <div className="grid gap-3">
      <h2 className="text-lg font-semibold">End of the hand</h2>
      {left.length > 1 &&
        left
          .filter((seat) => seat !== hero)
          .map((seat) => (
            <CardsField
              key={seat}
              label={`Cards of ${nameOf(seat)}, if you saw them`}
              count={holeCardCount(draft.game)}
              taken={[...taken, ...left.flatMap((other) => (other === seat ? [] : (shown[other] ?? [])))]}
              initial={shown[seat] ?? []}
              onCards={(cards) => {
                const { [seat]: _earlier, ...others } = shown;
                onEnding({ winner, shown: cards.length === 0 ? others : { ...others, [seat]: cards } });
              }}
            />
          ))}
      {!isSettled && (
        <SelectField
          label="Who won?"
          value={winner}
          placeholder="Choose"
          onChange={(event) => onEnding({ shown, winner: event.currentTarget.value })}
          options={left.map((seat) => ({ value: String(seat), label: nameOf(seat) }))}
        />
      )}
      {failure && (
        <p role="alert" className="text-danger">
          {failure}
        </p>
      )}
      {isUser ? (
        <Button
          busy={isSaving}
          busyLabel="Saving..."
          disabled={!isSettled && winner === ''}
          onClick={() => onSave(isSettled ? null : Number(winner))}
        >
          Save this hand
        </Button>
      ) : (
        <SignUpToKeep next="/hands/new" />
      )}
    </div>
  );
}
