import type { AmountUnit } from '../../../../shared/poker/amount-text.ts';
import type { Hand } from '../../../../shared/poker/hand.ts';
import { handText } from '../../../../shared/poker/hand-text.ts';

/** A hand in sentences, one list for each street. */
export function HandAsText({ hand, unit }: { hand: Hand; unit: AmountUnit }) {
  const { intro, streets, end } = handText(hand, unit);
  return (
    <div className="grid gap-4">
      <p>{intro}</p>
      {streets.map(({ street, name, cards, sentences }) => (
        <section key={street}>
          <h2 className="font-semibold">
            {name}
            {cards !== '' && <span className="font-normal text-muted">: {cards}</span>}
          </h2>
          <ol className="mt-1">
            {sentences.map((sentence, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an action can repeat, and a hand does not change
              <li key={index}>{sentence}</li>
            ))}
          </ol>
        </section>
      ))}
      {end.length > 0 && <p>{end.join(' ')}</p>}
    </div>
  );
}
