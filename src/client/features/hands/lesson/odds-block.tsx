import type { OddsQuestion } from '../../../../shared/hands/lesson-blocks.ts';
import { type OddsSide, priceOf } from '../../../../shared/poker/odds.ts';
import { PlayingCardFace } from '../../../ui/playing-card-face.tsx';
import { OddsQuiz } from '../odds/odds-quiz.tsx';

/** An odds question in the text of a session. */
export function OddsBlock({ question: { sides, board, price } }: { question: OddsQuestion }) {
  const names = sides.map((_, index) => nameOf(index, sides.length));
  return (
    <section
      aria-label="What are the odds?"
      className="mt-4 rounded-card border border-border bg-surface p-4 print:hidden"
    >
      <h4 className="text-lg font-semibold">What are the odds?</h4>
      <OddsQuiz
        question={{ sides, board }}
        names={names}
        price={price && priceOf(price.bet, price.pot + price.bet)}
      >
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
          {sides.map((side, index) => (
            <div key={names[index]} className="contents">
              <dt className="text-muted">{names[index]}</dt>
              <dd>
                <Side side={side} />
              </dd>
            </div>
          ))}
          {board.length > 0 && (
            <>
              <dt className="text-muted">Board</dt>
              <dd>
                <Side side={board} />
              </dd>
            </>
          )}
          {price && (
            <>
              <dt className="text-muted">Price</dt>
              <dd className="tabular">{`The pot is ${price.pot}, and the bet is ${price.bet}.`}</dd>
            </>
          )}
        </dl>
      </OddsQuiz>
    </section>
  );
}

function nameOf(index: number, count: number): string {
  if (index === 0) return 'You';
  return count === 2 ? 'Opponent' : `Opponent ${index}`;
}

function Side({ side }: { side: OddsSide }) {
  if (typeof side === 'string') return <span className="font-mono text-sm wrap-anywhere">{side}</span>;
  return (
    <span className="flex gap-1">
      {side.map((card) => (
        <PlayingCardFace key={card} card={card} className="w-8" />
      ))}
    </span>
  );
}
