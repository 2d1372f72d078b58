import { holeCardCount } from '../../../../shared/poker/hole-cards.ts';
import type { PlayingCard } from '../../../../shared/poker/playing-card.ts';
import type { Pot } from '../../../../shared/poker/pots.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SignUpToKeep } from '../sign-up-to-keep.tsx';
import { type BuiltHand, decidePots, type Ending } from './built-hand.ts';
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
  /** `winners`: the seats that win the pots that the cards do not decide. */
  onSave: (winners: readonly number[]) => void;
};

/** Fields for the cards that were shown, and for the winners of the pots that the cards do not decide. */
export function EndOfHand(props: EndOfHandProps) {
  const { built, hero, positions, ending, onEnding, taken, isUser, isSaving, failure, onSave } = props;
  const { draft, state } = built;
  const { shown } = ending;
  const remaining = state.seats.filter(({ folded }) => !folded).map(({ seat }) => seat);
  const [undecided, ...otherPots] = decidePots(built, shown).filter(({ awards }) => !awards);
  const chosen = (value: string | undefined, pot: Pot | undefined) =>
    pot?.contenders.find((seat) => String(seat) === value);
  const winner = chosen(ending.winner, undecided);
  // There is at most one side pot: all stacks are equal, but a big blind that pays the ante has less for bets.
  const sidePot = otherPots.find(({ contenders }) => winner !== undefined && !contenders.includes(winner));
  const sideWinner = chosen(ending.sideWinner, sidePot);
  const winners = [winner, sideWinner].filter((seat) => seat !== undefined);
  const isSettled = winners.length === Number(undecided !== undefined) + Number(sidePot !== undefined);
  const nameOf = (seat: number) => (seat === hero ? 'Hero' : (positions.get(seat) ?? `Seat ${seat}`));
  const optionsOf = ({ contenders }: Pot) =>
    contenders.map((seat) => ({ value: String(seat), label: nameOf(seat) }));

  return (
    <div className="grid gap-3">
      <h2 className="text-lg font-semibold">End of the hand</h2>
      {remaining.length > 1 &&
        remaining
          .filter((seat) => seat !== hero)
          .map((seat) => (
            <CardsField
              key={seat}
              label={`Cards of ${nameOf(seat)}, if you saw them`}
              count={holeCardCount(draft.game)}
              taken={[
                ...taken,
                ...remaining.flatMap((other) => (other === seat ? [] : (shown[other] ?? []))),
              ]}
              initial={shown[seat] ?? []}
              onCards={(cards) => {
                const { [seat]: _earlier, ...others } = shown;
                onEnding({ ...ending, shown: cards.length === 0 ? others : { ...others, [seat]: cards } });
              }}
            />
          ))}
      {undecided && (
        <SelectField
          label="Who won?"
          value={String(winner ?? '')}
          placeholder="Choose"
          onChange={(event) => onEnding({ shown, winner: event.currentTarget.value })}
          options={optionsOf(undecided)}
        />
      )}
      {sidePot && (
        <SelectField
          label="Who won the side pot?"
          value={String(sideWinner ?? '')}
          placeholder="Choose"
          onChange={(event) => onEnding({ ...ending, sideWinner: event.currentTarget.value })}
          options={optionsOf(sidePot)}
        />
      )}
      {failure && (
        <p role="alert" className="text-danger">
          {failure}
        </p>
      )}
      {isUser ? (
        <Button busy={isSaving} busyLabel="Saving..." disabled={!isSettled} onClick={() => onSave(winners)}>
          Save this hand
        </Button>
      ) : (
        <SignUpToKeep next="/hands/new" />
      )}
    </div>
  );
}
