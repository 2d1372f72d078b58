import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Hand } from '../../../../shared/poker/hand.ts';
import { knownCardsOf } from '../../../../shared/poker/hand-result.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { Replay } from '../replayer/use-replay.ts';
import type { OddsRequest, OddsResponse } from './odds-messages.ts';

export type OddsPanelProps = { replay: Replay; positions: ReadonlyMap<number, string> };

/** Percent of the final pot that a call costs. */
const priceOf = (toCall: number, money: number) => Math.round((100 * toCall) / (money + toCall));

/** How often the hero wins against one opponent at this step. The student guesses before the answer is shown. */
export function OddsPanel({ replay, positions }: OddsPanelProps) {
  const { hand, step } = replay;
  const hero = hand.seats.find(({ seat }) => seat === hand.hero);
  const board = step.boards[0] ?? [];
  const opponents = step.seats.filter(({ seat, folded }) => seat !== hand.hero && !folded);
  if (!hero?.cards || !isCounted(hand))
    return <p>Odds are counted for hold’em and Omaha hands with your cards.</p>;
  if (board.length < 3) return <p>Go to the flop or a later street: before it there are no odds to learn.</p>;
  if (opponents.length === 0) return <p>Nobody else is in the hand at this step.</p>;
  return (
    <Odds
      // Each step is a new question.
      key={replay.index}
      hand={hand}
      hero={hero.cards}
      board={board}
      opponents={opponents.map(({ seat }) => ({ seat, name: positions.get(seat) ?? `Seat ${seat}` }))}
      price={step.toAct === hand.hero && step.toCall > 0 ? priceOf(step.toCall, step.money) : null}
    />
  );
}

function isCounted({ game }: Hand): boolean {
  return game === 'nlhe' || game === 'plhe' || game === 'flhe' || game === 'plo';
}

type OddsProps = {
  hand: Hand;
  hero: number[];
  board: number[];
  opponents: { seat: number; name: string }[];
  price: number | null;
};

function Odds({ hand, hero, board, opponents, price }: OddsProps) {
  const [seat, setSeat] = useState(opponents[0]?.seat ?? 0);
  const known = knownCardsOf(hand, seat);
  const [range, setRange] = useState('22+, A2s+, KTs+, QTs+, JTs, ATo+, KQo');
  const [guess, setGuess] = useState('');
  const [error, setError] = useState<string>();
  const [equity, setEquity] = useState<number | null>();
  const [isCounting, setCounting] = useState(false);
  const worker = useRef<Worker>(undefined);
  useEffect(() => () => worker.current?.terminate(), []);

  function count(event: FormEvent) {
    event.preventDefault();
    const guessed = Number(guess);
    if (guess.trim() === '' || !(guessed >= 0 && guessed <= 100)) {
      setError('Guess a number from 0 to 100 first');
      return;
    }
    setError(undefined);
    setCounting(true);
    worker.current ??= new Worker(new URL('./odds-worker.ts', import.meta.url), { type: 'module' });
    worker.current.onmessage = ({ data }: MessageEvent<OddsResponse>) => {
      setCounting(false);
      setEquity(data.equity);
    };
    worker.current.postMessage({ request: 1, hero, board, opponent: known ?? range } satisfies OddsRequest);
  }

  const isOmaha = hand.game === 'plo';
  return (
    <form onSubmit={count} noValidate className="grid gap-3">
      {opponents.length > 1 && (
        <SelectField
          label="Against"
          value={String(seat)}
          onChange={(event) => {
            setSeat(Number(event.currentTarget.value));
            setEquity(undefined);
          }}
          options={opponents.map((each) => ({ value: String(each.seat), label: each.name }))}
        />
      )}
      {known ? (
        <p className="text-muted">Against the cards that were shown. Guess before you count.</p>
      ) : isOmaha ? (
        <p className="text-muted">
          The opponent’s cards are not known, and ranges are counted in hold’em only.
        </p>
      ) : (
        <TextField
          label="The opponent’s range"
          hint="Such as 22+, A2s+, KTo+"
          value={range}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setRange(event.currentTarget.value);
            setEquity(undefined);
          }}
        />
      )}
      {(known || !isOmaha) && (
        <>
          <TextField
            label="How often do you win? Your guess in percent"
            inputMode="numeric"
            value={guess}
            error={error}
            autoComplete="off"
            onChange={(event) => setGuess(event.currentTarget.value)}
          />
          <Button type="submit" busy={isCounting} busyLabel="Counting...">
            Count
          </Button>
        </>
      )}
      {equity === null && (
        <p role="alert" className="text-danger">
          This range cannot be read, or none of its hands is possible here.
        </p>
      )}
      {typeof equity === 'number' && (
        <div role="status" className="rounded-control bg-primary-soft p-3">
          <p className="text-lg font-semibold tabular">{(100 * equity).toFixed(1)} %, exact</p>
          <p>{`You guessed ${Number(guess)} %.`}</p>
          {price !== null && <p className="mt-1">{priceSentence(price, 100 * equity)}</p>}
        </div>
      )}
      <p className="text-sm text-muted">
        For study. Poker rooms forbid such tools while their client is open.
      </p>
    </form>
  );
}

function priceSentence(price: number, equity: number): string {
  const has = Math.round(equity);
  if (has >= price)
    return `You need ${price} %, you have ${has} %: calling wins in the long run if no more is bet.`;
  return `You need ${price} %, you have ${has} %: calling loses in the long run if no more is bet.`;
}
