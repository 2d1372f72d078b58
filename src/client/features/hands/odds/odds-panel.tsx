import { useState } from 'react';
import type { Hand } from '../../../../shared/poker/hand.ts';
import { knownCardsOf } from '../../../../shared/poker/hand-result.ts';
import { priceOf } from '../../../../shared/poker/odds.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { Replay } from '../replayer/use-replay.ts';
import { OddsQuiz } from './odds-quiz.tsx';

export type OddsPanelProps = { replay: Replay; positions: ReadonlyMap<number, string> };

/** The odds of the hero against one opponent at this step. The student guesses before the odds are shown. */
export function OddsPanel({ replay, positions }: OddsPanelProps) {
  const { hand, step } = replay;
  const hero = hand.seats.find(({ seat }) => seat === hand.hero);
  const board = step.boards[0] ?? [];
  const opponents = step.seats.filter(({ seat, folded }) => seat !== hand.hero && !folded);
  if (!hero?.cards || !supportsOdds(hand))
    return <p>Odds are available for hold’em and Omaha hands with your cards.</p>;
  if (board.length < 3) return <p>Go to the flop or a later street to practice odds.</p>;
  if (step.boards.length > 1) return <p>Go to a step with a single board to practice odds.</p>;
  if (opponents.length === 0) return <p>No opponent is in the hand at this step.</p>;
  return (
    <Odds
      // Each step is a new question.
      key={replay.index}
      hand={hand}
      hero={hero.cards}
      board={board}
      opponents={opponents.map(({ seat }) => ({ seat, name: positions.get(seat) ?? `Seat ${seat}` }))}
      price={
        // With several opponents, the equity against one of them does not tell whether a call is profitable.
        opponents.length === 1 && step.toAct === hand.hero && step.toCall > 0
          ? priceOf(step.toCall, step.toWin)
          : null
      }
    />
  );
}

function supportsOdds({ game }: Hand): boolean {
  return game === 'nlhe' || game === 'plhe' || game === 'flhe' || game === 'plo';
}

type OddsProps = {
  hand: Hand;
  hero: number[];
  board: number[];
  opponents: { seat: number; name: string }[];
  /** The bet to call, in percent of the pot after the call; null with several opponents, or without a bet to call. */
  price: number | null;
};

function Odds({ hand, hero, board, opponents, price }: OddsProps) {
  const [seat, setSeat] = useState(opponents[0]?.seat ?? 0);
  const [range, setRange] = useState('22+, A2s+, KTs+, QTs+, JTs, ATo+, KQo');
  const known = knownCardsOf(hand, seat);
  const isOmaha = hand.game === 'plo';
  const name = opponents.find((each) => each.seat === seat)?.name ?? '';
  return (
    <OddsQuiz
      question={known || !isOmaha ? { sides: [hero, known ?? range], board } : undefined}
      names={['You', name]}
      price={price}
    >
      {opponents.length > 1 && (
        <SelectField
          label="Against"
          value={String(seat)}
          onChange={(event) => setSeat(Number(event.currentTarget.value))}
          options={opponents.map((each) => ({ value: String(each.seat), label: each.name }))}
        />
      )}
      {known ? (
        <p className="text-muted">Against the cards that were shown. Guess first.</p>
      ) : isOmaha ? (
        <p className="text-muted">The opponent’s cards are not known, and ranges work for hold’em only.</p>
      ) : (
        <TextField
          label="The opponent’s range"
          hint="Such as 22+, A2s+, KTo+"
          value={range}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setRange(event.currentTarget.value)}
        />
      )}
    </OddsQuiz>
  );
}
