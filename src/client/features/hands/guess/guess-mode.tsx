import { type ReactNode, useEffect, useState } from 'react';
import type { Hand } from '../../../../shared/poker/hand.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Replayer } from '../replayer/replayer.tsx';
import { useReplay } from '../replayer/use-replay.ts';
import { type GuessOption, guessOptions, isSameDecision } from './guess-options.ts';

export type GuessFailure = { message: string; onRetry: () => void };

export type GuessModeProps = {
  /** As far as it is known: up to `shownActions`, or whole. */
  hand: Hand;
  /** How many actions are shown; null once the hand is whole. */
  shownActions: number | null;
  /** Loads what happened next. */
  onDecide: () => void;
  /** The next part is loading. */
  isLoading: boolean;
  /** Why the next part could not be loaded. */
  failure?: GuessFailure | undefined;
  /** Shown when the hand has ended. */
  end?: ReactNode;
  /** Shows the whole hand; absent where only guess mode is open to the user. */
  onLeave?: (() => void) | undefined;
};

type Decision = { at: number; option: GuessOption; pot: number };

/** Asks for each decision of the hero before it shows what was done. The rest of the hand is not in the page until then. */
export function GuessMode(props: GuessModeProps) {
  const { hand, shownActions, onDecide, isLoading, failure, end, onLeave } = props;
  const replay = useReplay(hand, Number.MAX_SAFE_INTEGER);
  const [made, setMade] = useState<Decision[]>([]);
  const [resumeAt, setResumeAt] = useState<number>();
  const { unit, go, index, steps } = replay;
  const last = made.at(-1);
  const isOpen = shownActions !== null && last?.at !== shownActions;
  const isAtEnd = index === steps.length - 1;

  // A new part of the hand has arrived: go on where the decision was made.
  useEffect(() => {
    if (resumeAt === undefined || steps.length <= resumeAt + 1) return;
    setResumeAt(undefined);
    go(resumeAt + 1);
  }, [resumeAt, steps.length, go]);

  function choose(option: GuessOption) {
    if (shownActions === null || isLoading) return;
    setMade([...made, { at: shownActions, option, pot: replay.step.money }]);
    // Stays here until the next part has arrived.
    go(steps.length - 1);
    setResumeAt(steps.length - 1);
    onDecide();
  }

  const options = isOpen ? guessOptions(hand, unit) : [];
  return (
    <Replayer
      replay={replay}
      isRailFirst
      {...(onLeave && { moreKeys: { g: { does: 'the whole hand', run: onLeave } } })}
      rail={
        <Card as="section" aria-label="Your decision">
          {last && <Comparison decision={last} hand={hand} said={saidAt(steps, last.at)} />}
          {failure && (
            <div role="alert">
              <p className="text-danger">What was done could not be loaded. {failure.message}</p>
              <Button variant="secondary" className="mt-2" onClick={failure.onRetry}>
                Try again
              </Button>
            </div>
          )}
          {isOpen && isAtEnd && (
            <>
              <h2 className="text-lg font-semibold text-accent-text">What do you do?</h2>
              <p className="mt-1 text-sm text-muted">You see what was done as soon as you decide.</p>
              <div className="mt-4 grid gap-2">
                {options.map((option) => (
                  <Button
                    key={option.label}
                    variant="secondary"
                    className="choice"
                    busy={isLoading}
                    onClick={() => choose(option)}
                  >
                    {option.label}
                  </Button>
                ))}
                {options.length === 0 && (
                  <Button
                    busy={isLoading}
                    onClick={() => choose({ kind: 'check', label: 'Show what was done' })}
                  >
                    Show what was done
                  </Button>
                )}
              </div>
            </>
          )}
          {!isAtEnd && (
            <Button className="mt-4 w-full" onClick={() => go(isOpen ? steps.length - 1 : index + 1)}>
              {isOpen ? 'To the next decision' : 'Next'}
            </Button>
          )}
          {shownActions === null && isAtEnd && (
            <div className="mt-4">
              <h2 className="text-lg font-semibold">The hand is over</h2>
              <p className="mt-1 text-muted tabular">{summary(made, hand)}</p>
              {end}
            </div>
          )}
          {onLeave && !(shownActions === null && isAtEnd) && (
            <Button variant="quiet" size="small" className="mt-4" onClick={onLeave}>
              Leave guess mode
            </Button>
          )}
        </Card>
      }
    />
  );
}

function saidAt(steps: ReturnType<typeof useReplay>['steps'], action: number): string | undefined {
  return steps.find((step) => step.action === action)?.said;
}

function Comparison({ decision, hand, said }: { decision: Decision; hand: Hand; said: string | undefined }) {
  const action = hand.actions[decision.at];
  if (!action || said === undefined) return null;
  const isSame = isSameDecision(decision.option, action, decision.pot);
  return (
    <div role="status" className="mb-4 border-b border-border pb-4">
      <p>
        You: <strong>{decision.option.label.toLowerCase()}</strong>. In the hand: <strong>{said}</strong>
      </p>
      <p className={isSame ? 'mt-1 text-success' : 'mt-1 text-muted'}>
        {isSame ? 'The same.' : 'A different way. Which reasons speak for each?'}
      </p>
    </div>
  );
}

function summary(made: readonly Decision[], hand: Hand): string {
  const same = made.filter(({ at, option, pot }) => {
    const action = hand.actions[at];
    return action !== undefined && isSameDecision(option, action, pot);
  }).length;
  return `${same} of ${made.length} decisions as in the hand.`;
}
