import { memo } from 'react';
import { type AmountUnit, amountText } from '../../../../shared/poker/amount-text.ts';
import type { StreetName } from '../../../../shared/poker/deal.ts';
import { distinctBoards } from '../../../../shared/poker/distinct-boards.ts';
import type { Hand } from '../../../../shared/poker/hand.ts';
import { handText } from '../../../../shared/poker/hand-text.ts';
import { boardSize, moneyIn, tableStates } from '../../../../shared/poker/table-states.ts';
import { PlayingCardFace } from '../../../ui/playing-card-face.tsx';

/** A hand for print: an introduction, the board, the pot and the actions of each street, and the result. */
export const HandSheet = memo(({ hand, unit }: { hand: Hand; unit: AmountUnit }) => {
  const { intro, streets, end } = handText(hand, unit);
  const pots = potsBefore(hand);
  return (
    <div className="hidden text-sm print:block">
      <p>{intro}</p>
      {streets.map(({ street, name, sentences }, index) => (
        <section key={street} className="mt-3 break-inside-avoid border-t border-border pt-2">
          <div className="flex items-center gap-4">
            <h2 className="w-16 font-semibold">{name}</h2>
            <div className="grid gap-1">
              <Boards hand={hand} street={street} />
            </div>
            <p className="ml-auto font-mono tabular">{`Pot ${amountText(pots[index] ?? 0, hand, unit)}`}</p>
          </div>
          <ol className="mt-1 columns-2 gap-8 list-decimal pl-6">
            {sentences.map((sentence, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an action can repeat, and a hand does not change
              <li key={at}>{sentence}</li>
            ))}
          </ol>
        </section>
      ))}
      {end.length > 0 && (
        <section className="mt-3 break-inside-avoid border-t border-border pt-2">
          <h2 className="font-semibold">Result</h2>
          <p>{end.join(' ')}</p>
        </section>
      )}
    </div>
  );
});

/** The boards on a street. If the board was run several times, runs with the same cards so far share one line. */
function Boards({ hand, street }: { hand: Hand; street: StreetName }) {
  const boards = hand.boards.map((board) => board.slice(0, boardSize(street)));
  const dealt = boards.filter((board) => board.length > 0);
  return distinctBoards(dealt).map((board) => (
    <p key={board.join()} className="flex gap-1">
      {board.map((card) => (
        <PlayingCardFace key={card} card={card} className="w-6" />
      ))}
    </p>
  ));
}

/** The pot at the start of each street, in 1/100 of the hand’s unit. */
function potsBefore(hand: Hand): number[] {
  const states = tableStates(hand);
  const firstDecision = hand.actions.findIndex(({ a }) => a !== 'post');
  const starts = [firstDecision, ...hand.actions.flatMap(({ a }, index) => (a === 'street' ? [index] : []))];
  return starts.map((start) => {
    const state = states[Math.max(start, 0)];
    return state ? moneyIn(state) : 0;
  });
}
