import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { lazyInPlace } from '../../../ui/lazy-in-place.tsx';
import { PlayingCardFace } from '../../../ui/playing-card-face.tsx';
import { type DemoOption, demoDecision, demoOptions } from './demo-decision.ts';

/** The replayer and the poker engine are loaded only after a decision. */
const HandDemoAnswer = lazyInPlace(
  'The answer could not be loaded',
  async () => (await import('./hand-demo-answer.tsx')).HandDemoAnswer,
);

/** A poker decision for visitors of the landing page. Readable without JavaScript; needs no data from the server. */
export function HandDemo() {
  const [option, setOption] = useState<DemoOption>();
  const { board, heroCards, pot, call } = demoDecision;
  return (
    <section
      id="demo"
      tabIndex={-1}
      aria-labelledby="demo-title"
      className="mx-auto max-w-6xl px-4 pt-16 sm:px-6 lg:pt-24"
    >
      <h2 id="demo-title" className="text-2xl font-bold sm:text-3xl">
        One decision, ten seconds
      </h2>
      <p className="mt-3 measure text-lg text-muted">
        You defended your big blind against the button, hit top pair, and called twice. Now the button bets{' '}
        {call} big blinds into {(pot - call).toFixed(1)}.
      </p>
      <Card className="mt-8">
        <div className="grid items-center gap-6 sm:grid-cols-[auto_1fr]">
          <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-3">
            <dt className="text-sm text-muted">Board</dt>
            <dd className="flex flex-wrap gap-1">
              {board.map((card) => (
                <PlayingCardFace key={card} card={card} className="w-9 sm:w-11" />
              ))}
            </dd>
            <dt className="text-sm text-muted">Your hand</dt>
            <dd className="flex flex-wrap gap-1">
              {heroCards.map((card) => (
                <PlayingCardFace key={card} card={card} className="w-9 sm:w-11" />
              ))}
            </dd>
            <dt className="text-sm text-muted">Pot</dt>
            <dd className="font-semibold tabular">{pot} big blinds</dd>
          </dl>
          <div>
            <p className="text-lg font-semibold text-accent-text">What do you do?</p>
            <div className="mt-3 grid gap-2 sm:max-w-sm">
              {demoOptions.map((each) => (
                <Button
                  key={each.key}
                  variant="secondary"
                  aria-pressed={option?.key === each.key}
                  onClick={() => setOption(each)}
                >
                  {each.label}
                </Button>
              ))}
            </div>
          </div>
        </div>
        {option && (
          <HandDemoAnswer
            fallback={<p className="mt-6 text-muted">Loading the answer...</p>}
            option={option}
          />
        )}
      </Card>
    </section>
  );
}
