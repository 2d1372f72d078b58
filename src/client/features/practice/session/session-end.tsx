import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { streetAt } from '../../../../shared/hands/hidden-hand.ts';
import { handLine, handLineText, lineStart } from '../../../../shared/poker/hand-line.ts';
import { cardSymbols } from '../../../../shared/poker/playing-card.ts';
import { startingHands } from '../../../../shared/poker/starting-hands.ts';
import type { AskedBody, DrillView, Solution } from '../../../../shared/practice/drills.ts';
import { leakName } from '../../../../shared/practice/leaks.ts';
import { formatDate } from '../../../lib/format.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { HandLineView } from '../../hands/hand-line-view.tsx';
import type { Waiting } from './attempt-queue.ts';
import type { GivenAnswer, SessionBack } from './session-types.ts';
import { RejectedNotice, WaitingNotice } from './waiting-answers.tsx';

type SessionEndProps = {
  given: readonly GivenAnswer[];
  solutions: ReadonlyMap<string, Solution>;
  /** The reasons why the server rejected answers, by the id of the attempt. */
  rejections: ReadonlyMap<string, string>;
  waiting: Waiting;
  back: SessionBack;
};

/**
 * The summary of a practice session: how many answers were right, which drills the student got right after missing them
 * the last time, and when missed drills return.
 */
export function SessionEnd({ given, solutions, rejections, waiting, back }: SessionEndProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button was removed with the last drill, so the heading takes the focus.
  useEffect(() => heading.current?.focus(), []);
  const answered = given.flatMap(({ drill, attemptId }) => {
    const solution = solutions.get(attemptId);
    return solution ? [{ drill, solution }] : [];
  });
  const improved = answered.filter(
    ({ drill, solution }) => solution.isRight && drill.last?.isRight === false,
  );
  const missed = answered.filter(({ solution }) => !solution.isRight);
  const returning = missed.flatMap(({ drill, solution: { attemptId, leak, dueOn } }) =>
    dueOn === null ? [] : [{ drill, attemptId, leak, dueOn }],
  );
  return (
    <div className="mx-auto max-w-2xl">
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-bold">
        Done for now
      </h1>
      <p className="mt-2 text-lg text-muted tabular">
        {answered.length > 0
          ? `${answered.length - missed.length} of ${answered.length} right`
          : given.length === 0 && 'You answered no drill.'}
      </p>
      <WaitingNotice waiting={waiting} />
      <RejectedNotice reasons={given.flatMap(({ attemptId }) => rejections.get(attemptId) ?? [])} />
      {improved.length > 0 && (
        <>
          <h2 className="mt-8 text-lg font-semibold">Right this time</h2>
          <ul className="mt-2 grid gap-1">
            {improved.map(({ drill, solution }) => (
              <li key={solution.attemptId} className="wrap-anywhere">
                <AskedDrill drill={drill} />
              </li>
            ))}
          </ul>
        </>
      )}
      {returning.length > 0 && (
        <>
          <h2 className="mt-8 text-lg font-semibold">These come back</h2>
          <ul className="mt-2 grid gap-2">
            {returning.map(({ drill, attemptId, leak, dueOn }) => (
              <li key={attemptId} className="wrap-anywhere">
                <AskedDrill drill={drill} />
                <span className="block text-sm text-muted">
                  {`${leak ? `${leakName(leak)} · ` : ''}${formatDate(dueOn)}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-8">
        <Link {...back} className={buttonClass('primary')}>
          {back.label}
        </Link>
      </p>
    </div>
  );
}

/** Names a drill by its subject, because many prompts only ask what to do. */
function AskedDrill({ drill: { prompt, body } }: { drill: DrillView }) {
  const subject = subjectOf(body);
  return (
    <>
      <span className="block font-semibold">{subject || prompt}</span>
      {subject !== '' && <span className="block">{prompt}</span>}
      {body.kind === 'decision' && <HandLineView hand={body.hand} className="block" />}
    </>
  );
}

/** Such as "BTN A♠5♠ · 100bb · turn", "AKs · Button opens" or "A♠K♠ · Q♥ J♦ 2♣"; empty if a drill has only a prompt. */
function subjectOf(body: AskedBody): string {
  switch (body.kind) {
    case 'decision': {
      const { hand } = body;
      return `${lineStart(handLineText(handLine(hand)))} · ${streetAt(hand, hand.actions.length)}`;
    }
    case 'odds':
      return [body.hand.map(cardSymbols).join(''), body.board.map(cardSymbols).join(' ')]
        .filter(Boolean)
        .join(' · ');
    case 'range':
      return `${startingHands[body.asked]?.name} · ${body.rangeName}`;
    case 'choice':
      return '';
  }
}
