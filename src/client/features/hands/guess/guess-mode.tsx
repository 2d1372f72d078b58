import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Hand } from '../../../../shared/poker/hand.ts';
import { countOfText } from '../../../lib/count-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Replayer } from '../replayer/replayer.tsx';
import { usePageArrows } from '../replayer/use-page-arrows.ts';
import { useReplay } from '../replayer/use-replay.ts';
import { SpotFacts } from '../spot-facts.tsx';
import { type GuessedDecision, type GuessOption, guessOptions, isSameDecision } from './guess-options.ts';

export type GuessFailure = { message: string; onRetry: () => void };

export type GuessModeProps = {
  /** The loaded part of the hand: up to `shownActions`, or the whole hand. */
  hand: Hand;
  /** The number of actions shown; null for the whole hand. */
  shownActions: number | null;
  /** Called after a decision, to load the next part of the hand. */
  onDecide: () => void;
  isLoading: boolean;
  /** Why the next part could not be loaded. */
  failure?: GuessFailure | undefined;
  /** Shown when the hand has ended. */
  end?: ReactNode;
  /** Shows the whole hand; absent if the user may open only guess mode. */
  onLeave?: (() => void) | undefined;
  /** Whether to take the focus on mount, so that the keys work immediately. */
  takesFocus?: boolean;
  /** Whether the page shows only this hand, so that ← and → work without the focus. */
  isOnlyHand?: boolean;
};

/** `guess` is null if no options were offered, because the hand breaks the rules. */
type Decision = { at: number; guess: GuessedDecision | null };

/**
 * Asks for each decision of the hero, then shows the action that was taken. Until the user decides, `hand` ends before
 * that action. While the focus is in the replayer, the keys 1 to 5 choose an option and Enter continues.
 */
export function GuessMode(props: GuessModeProps) {
  const { hand, shownActions, onDecide, isLoading, failure, end, onLeave } = props;
  const { takesFocus = false, isOnlyHand = false } = props;
  // Starts at the last step of the loaded part: the decision.
  const replay = useReplay(hand, Number.MAX_SAFE_INTEGER);
  usePageArrows(replay, isOnlyHand);
  const [decisions, setDecisions] = useState<Decision[]>([]);
  const [resumeAt, setResumeAt] = useState<number>();
  const { unit, go, index, steps } = replay;
  const container = useRef<HTMLDivElement>(null);
  const last = decisions.at(-1);
  const isOpen = shownActions !== null && last?.at !== shownActions;
  const isAtEnd = index === steps.length - 1;
  const isAsked = isOpen && isAtEnd;
  const focusContainer = () => container.current?.focus({ preventScroll: true });

  useEffect(() => {
    if (takesFocus) container.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  // When a new part of the hand has arrived, continues where the decision was made.
  useEffect(() => {
    if (resumeAt === undefined || steps.length <= resumeAt + 1) return;
    setResumeAt(undefined);
    go(resumeAt + 1);
  }, [resumeAt, steps.length, go]);

  /** @param option - null if no options were offered */
  function choose(option: GuessOption | null) {
    if (shownActions === null || isLoading) return;
    const guess = option && { option, offered: options, pot: replay.step.money };
    setDecisions([...decisions, { at: shownActions, guess }]);
    // The pressed button disappears, and the keys work only while the focus is inside the container.
    focusContainer();
    // Stays at this step until the next part has arrived.
    go(steps.length - 1);
    setResumeAt(steps.length - 1);
    onDecide();
  }

  function advance() {
    const next = isOpen ? steps.length - 1 : index + 1;
    // At the end, the pressed button disappears.
    if (next === steps.length - 1) focusContainer();
    go(next);
  }

  const options = isAsked ? guessOptions(hand, unit) : [];
  const keys = {
    ...Object.fromEntries(
      options.map((option, optionIndex) => [
        String(optionIndex + 1),
        { does: option.label.toLowerCase(), run: () => choose(option) },
      ]),
    ),
    ...(!isAtEnd && { Enter: { does: 'the next step', run: advance } }),
    ...(isAsked && options.length === 0 && { Enter: { does: 'what was done', run: () => choose(null) } }),
    ...(onLeave && { g: { does: 'the whole hand', run: onLeave } }),
  };
  return (
    <Replayer
      replay={replay}
      isSidePanelFirst
      moreKeys={keys}
      sidePanel={
        <Card as="section" ref={container} tabIndex={-1} aria-label="Your decision" className="outline-none">
          {last && !isAsked && <Comparison decision={last} hand={hand} actual={sentenceAt(steps, last.at)} />}
          {failure && (
            <div role="alert">
              <p className="text-danger">What happened next could not be loaded. {failure.message}</p>
              <Button variant="secondary" className="mt-2" onClick={failure.onRetry}>
                Try again
              </Button>
            </div>
          )}
          {isAsked && (
            <>
              <h2 className="text-lg font-semibold text-accent-text">What do you do?</h2>
              <p className="mt-1 text-sm text-muted max-sm:hidden">
                You see what the player did as soon as you decide.
              </p>
              {/* On phones, the table is not visible next to the options. */}
              <SpotFacts hand={hand} step={replay.step} unit={unit} className="mt-2 sm:hidden" />
              <div className="mt-4 grid gap-2 max-sm:grid-cols-2 max-[18rem]:grid-cols-1">
                {options.map((option, optionIndex) => (
                  <Button
                    key={option.label}
                    variant="secondary"
                    className="choice"
                    busy={isLoading}
                    aria-keyshortcuts={String(optionIndex + 1)}
                    onClick={() => choose(option)}
                  >
                    <span aria-hidden="true" className="font-mono text-sm text-muted">
                      {optionIndex + 1}
                    </span>
                    {option.label}
                  </Button>
                ))}
                {options.length === 0 && (
                  <Button busy={isLoading} aria-keyshortcuts="Enter" onClick={() => choose(null)}>
                    Show what the player did
                  </Button>
                )}
              </div>
            </>
          )}
          {!isAtEnd && (
            <Button className="mt-4 w-full" aria-keyshortcuts="Enter" onClick={advance}>
              {isOpen ? 'To the next decision' : 'Next'}
            </Button>
          )}
          {shownActions === null && (
            <div className="mt-4">
              {isAtEnd && <h2 className="text-lg font-semibold">End of the hand</h2>}
              {decisions.some(({ guess }) => guess) && (
                <p className="mt-1 text-muted tabular">{summary(decisions, hand)}</p>
              )}
              {isAtEnd && end}
            </div>
          )}
          {isOpen && (
            <p className="mt-4 text-sm text-muted max-lg:hidden">
              Keys: {options.length > 0 && `1 to ${options.length} choose, `}Enter continues.
            </p>
          )}
          {onLeave && !(shownActions === null && isAtEnd) && (
            <Button variant="quiet" size="small" className="mt-4 -ml-3" onClick={onLeave}>
              Leave guess mode
            </Button>
          )}
        </Card>
      }
    />
  );
}

function sentenceAt(steps: ReturnType<typeof useReplay>['steps'], action: number): string | undefined {
  return steps.find((step) => step.action === action)?.text;
}

function Comparison({
  decision,
  hand,
  actual,
}: {
  decision: Decision;
  hand: Hand;
  actual: string | undefined;
}) {
  const action = hand.actions[decision.at];
  if (!action || actual === undefined) return null;
  const { guess } = decision;
  const isSame = guess !== null && isSameDecision(guess, action);
  return (
    <div role="status" className="mb-4 border-b border-border pb-4">
      <p>
        {guess && (
          <>
            You: <strong>{guess.option.label.toLowerCase()}</strong>.{' '}
          </>
        )}
        In the hand: <strong>{actual}</strong>
      </p>
      {guess && (
        <p className={isSame ? 'mt-1 text-success' : 'mt-1 text-muted'}>
          {isSame ? 'The same.' : 'Not the same. What are the reasons for each?'}
        </p>
      )}
    </div>
  );
}

function summary(decisions: readonly Decision[], hand: Hand): string {
  const guessed = decisions.flatMap(({ at, guess }) => (guess ? [{ guess, action: hand.actions[at] }] : []));
  const same = guessed.filter(({ guess, action }) => action && isSameDecision(guess, action)).length;
  const verb = guessed.length === 1 ? 'was' : 'were';
  return `${countOfText(same, guessed.length, 'decision')} ${verb} the same as in the hand.`;
}
