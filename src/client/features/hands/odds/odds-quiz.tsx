import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Odds, priceSentence } from '../../../../shared/poker/odds.ts';
import type { Outs } from '../../../../shared/poker/outs.ts';
import { parsePercent } from '../../../lib/parse-percent.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { PlayingCardFace } from '../../../ui/playing-card-face.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { OddsRequest, OddsResponse } from './odds-messages.ts';

export type OddsQuizProps = {
  /** The first side is the student's. Undefined if nothing can be asked. */
  question: OddsRequest | undefined;
  /** The names of the sides, in the order of `question`. */
  names: readonly string[];
  /** Percent of the final pot that a call costs; null without a bet. */
  price: number | null;
  /** Shown above the field for the guess. */
  children: ReactNode;
};

/** Asks the student to guess how often the student's side wins, and then calculates the odds. */
export function OddsQuiz({ question, names, price, children }: OddsQuizProps) {
  const [guess, setGuess] = useState('');
  const [error, setError] = useState<string>();
  const [result, setResult] = useState<{ key: string; guess: number; odds: Odds | null | 'failed' }>();
  const [isCalculating, setCalculating] = useState(false);
  const guessInput = useRef<HTMLInputElement>(null);
  const worker = useRef<Worker>(undefined);
  useEffect(() => () => worker.current?.terminate(), []);
  const questionKey = JSON.stringify(question);

  function calculate() {
    const guessed = parsePercent(guess);
    if (guessed === undefined) {
      setError('Guess a number from 0 to 100 first');
      guessInput.current?.focus();
      return;
    }
    if (!question || isCalculating) return;
    setError(undefined);
    setCalculating(true);
    worker.current ??= new Worker(new URL('./odds-worker.ts', import.meta.url), { type: 'module' });
    const finish = (request: OddsRequest, odds: Odds | null | 'failed') => {
      setCalculating(false);
      setResult({ key: JSON.stringify(request), guess: guessed, odds });
    };
    worker.current.onmessage = ({ data }: MessageEvent<OddsResponse>) => finish(data.request, data.odds);
    worker.current.onerror = () => {
      worker.current?.terminate();
      worker.current = undefined;
      finish(question, 'failed');
    };
    worker.current.postMessage(question);
  }

  // Ignores the odds of an earlier question.
  const odds = result?.key === questionKey ? result.odds : undefined;
  return (
    <Form onSubmit={calculate} className="grid gap-3">
      {children}
      {question && (
        <>
          <TextField
            ref={guessInput}
            label="How often do you win? Your guess in percent"
            inputMode="decimal"
            value={guess}
            error={error}
            autoComplete="off"
            onChange={(event) => {
              setGuess(event.currentTarget.value);
              setError(undefined);
            }}
            className="max-w-md"
          />
          <Button
            type="submit"
            busy={isCalculating}
            busyLabel="Calculating..."
            className="justify-self-start"
          >
            Calculate
          </Button>
        </>
      )}
      {odds === null && (
        <p role="alert" className="text-danger">
          This range cannot be read, or none of its hands is possible here.
        </p>
      )}
      {odds === 'failed' && (
        <p role="alert" className="text-danger">
          The odds could not be calculated. Check your connection and press Calculate again.
        </p>
      )}
      {odds && odds !== 'failed' && (
        <OddsResult odds={odds} guess={result?.guess ?? 0} names={names} price={price} />
      )}
      <p className="text-sm text-muted">
        For study. Poker rooms forbid such tools while their client is open.
      </p>
    </Form>
  );
}

type OddsResultProps = { odds: Odds; guess: number; names: readonly string[]; price: number | null };

function OddsResult({ odds: { sides, error, outs }, guess, names, price }: OddsResultProps) {
  const [own, ...others] = sides;
  if (!own) return null;
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  // The margin is two standard errors, a confidence interval of about 95 percent.
  const exactness = error === 0 ? 'exact' : `sampled, ± ${(200 * error).toFixed(1)}`;
  return (
    <div role="status" className="rounded-control bg-primary-soft p-3">
      <p className="text-lg font-semibold tabular">{`${percent(own.share)}, ${exactness}`}</p>
      <p>{`You guessed ${guess}%.`}</p>
      <ul className="mt-1 text-sm text-muted tabular">
        {others.map(({ share }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sides have no ids, only an order
          <li key={index}>{`${names[index + 1] ?? 'The opponent'}: ${percent(share)}`}</li>
        ))}
        {own.tie !== null && own.tie > 0 && <li>{`Split pots: ${percent(own.tie)}`}</li>}
      </ul>
      {price !== null && <p className="mt-1">{priceSentence(price, 100 * own.share)}</p>}
      {outs && <OutCards outs={outs} />}
    </div>
  );
}

function OutCards({ outs: { isAhead, cards } }: { outs: Outs }) {
  const standing = isAhead ? 'behind' : 'ahead';
  if (cards.length === 0)
    return <p className="mt-2 text-sm">{`No card puts you ${standing} on the next street.`}</p>;
  return (
    <>
      <p className="mt-2 text-sm font-semibold">
        {cards.length === 1
          ? `1 card puts you ${standing} on the next street`
          : `${cards.length} cards put you ${standing} on the next street`}
      </p>
      <ul className="mt-1 flex flex-wrap gap-1">
        {cards.toReversed().map((card) => (
          <li key={card}>
            <PlayingCardFace card={card} className="w-7" />
          </li>
        ))}
      </ul>
    </>
  );
}
