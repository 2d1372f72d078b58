import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isFreeProduct } from '../../../../shared/access/access-rules.ts';
import type { DailyAnswer, DailyView } from '../../../../shared/practice/daily.ts';
import { answersForShares, rightFrom } from '../../../../shared/practice/drill-rules.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useHydrated } from '../../../lib/use-hydrated.ts';
import { trpc } from '../../../trpc.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { lazyInPlace } from '../../../ui/lazy-in-place.tsx';
import { HandAsText } from '../../hands/replayer/hand-as-text.tsx';
import { ReplayTable } from '../../hands/replayer/replay-table.tsx';
import { useReplay } from '../../hands/replayer/use-replay.ts';
import { OptionBars } from '../option-bars.tsx';

/** Loaded with the answer, in the browser only: the server does not wait for it. */
const SimpleReplayer = lazyInPlace(
  'The hand could not be loaded',
  async () => (await import('../../hands/replayer/simple-replayer.tsx')).SimpleReplayer,
);

const StarAcademyHand = lazyInPlace(
  'The star could not be loaded',
  async () => (await import('../../hands/star-hand.tsx')).StarAcademyHand,
);

/**
 * The decision of a day, and the coach's answer after the user has decided or the day has ended. Works without scripts.
 */
export function DailyHand({ view }: { view: DailyView }) {
  const { hand, answer, question, previousDay } = view;
  const hydrated = useHydrated();
  const hadChoices = useRef(false);
  if (answer === null) hadChoices.current = true;
  const { step, unit } = useReplay(hand, Number.MAX_SAFE_INTEGER);
  return (
    <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
      <ReplayTable hand={hand} step={step} unit={unit} showsOpponents={false} />
      <div className="grid content-start gap-6 lg:row-span-2">
        <Card as="section" aria-labelledby="daily-question">
          <h2 id="daily-question" className="text-lg font-semibold text-accent-text">
            {question}
          </h2>
          {answer === null ? (
            <Choices view={view} />
          ) : view.isToday ? (
            <Answer answer={answer} takesFocus={hadChoices.current} />
          ) : (
            <details className="mt-3">
              <summary className="cursor-pointer py-2 font-semibold text-primary-text">
                Show the answer
              </summary>
              <Answer answer={answer} />
            </details>
          )}
        </Card>
        {previousDay !== null && (
          <p>
            <Link
              to="/daily/$date"
              params={{ date: previousDay }}
              className="inline-flex items-center text-primary-text pointer-coarse:min-h-11"
            >
              The hand of {formatDate(previousDay)}
            </Link>
          </p>
        )}
      </div>
      <details open={answer === null} className="lg:col-start-1">
        <summary className="cursor-pointer py-2 font-semibold text-primary-text">The hand as text</summary>
        <div className="mt-2">
          <HandAsText hand={hand} unit={unit} />
        </div>
      </details>
      {answer !== null && (
        <section aria-labelledby="whole-hand" className="min-w-0 lg:col-span-2">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
            <h2 id="whole-hand" className="text-xl font-semibold">
              How the hand continued
            </h2>
            {hydrated && answer.handId !== undefined && (
              <StarAcademyHand fallback={null} id={answer.handId} />
            )}
          </div>
          {hydrated ? (
            <SimpleReplayer
              fallback={<HandAsText hand={answer.hand} unit={unit} />}
              hand={answer.hand}
              startAt={hand.actions.length}
            />
          ) : (
            <HandAsText hand={answer.hand} unit={unit} />
          )}
        </section>
      )}
    </div>
  );
}

function Choices({ view: { day, choices } }: { view: DailyView }) {
  const utils = trpc.useUtils();
  const { run, isPending, failure } = useAction(
    trpc.daily.answer.useMutation({
      onSuccess(answered) {
        for (const input of [{}, { day }]) {
          utils.daily.get.setData(input, (view) => (view?.day === day ? { ...view, ...answered } : view));
        }
        // An answer counts as study.
        void utils.goals.invalidate();
      },
      onError(error) {
        // The day has ended. The next hand replaces this one, and the message stays.
        if (describeError(error).code === 'not_answerable') void utils.daily.get.invalidate();
      },
    }),
  );
  return (
    <form
      method="post"
      action="/daily"
      className="mt-4 grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const button = (event.nativeEvent as SubmitEvent).submitter;
        if (button instanceof HTMLButtonElement) run({ day, choice: Number(button.value) });
      }}
    >
      <input type="hidden" name="day" value={day} />
      {choices.map((choice, index) => (
        <button
          key={choice}
          type="submit"
          name="choice"
          value={index}
          aria-disabled={isPending || undefined}
          className={`${buttonClass('secondary')} choice`}
        >
          {choice}
        </button>
      ))}
      {failure && (
        <p role="alert" className="text-danger">
          Your answer was not counted. {failure.message}
        </p>
      )}
      <p className="text-sm text-muted">
        One answer a day. The coach’s reason appears as soon as you decide.
      </p>
    </form>
  );
}

/** An option with at least this weight is not called wrong. */
const notWrongFrom = 30;

type AnswerProps = {
  answer: DailyAnswer;
  /** Whether the answer has just replaced the choices, and with them the focused button. */
  takesFocus?: boolean;
};

function Answer({ answer, takesFocus = false }: AnswerProps) {
  const { options, choice, shares, answers, reason, session } = answer;
  const chosen = choice === null ? undefined : options[choice];
  const verdict = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus) verdict.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <div className="mt-3 grid gap-4">
      {chosen && (
        <p ref={verdict} tabIndex={-1} role="status" className="outline-none">
          You chose <strong>{chosen.label.toLowerCase()}</strong>:{' '}
          {chosen.weight >= rightFrom
            ? 'right.'
            : chosen.weight >= notWrongFrom
              ? 'not wrong, but not the best.'
              : 'wrong.'}
        </p>
      )}
      <OptionBars options={options} chosen={chosen?.label ?? null} shares={shares} />
      <p className="wrap-anywhere whitespace-pre-line">{reason}</p>
      <p className="text-sm text-muted tabular">
        {shares
          ? `${answers} answers. The numbers beside the options are the coach’s judgment.`
          : `The numbers beside the options are the coach’s judgment. What others chose is shown once there are ${answersForShares} answers.`}
      </p>
      {session && (
        <p>
          The session on this topic:{' '}
          <Link
            to="/products/$id"
            params={{ id: String(session.id) }}
            className="text-primary-text underline"
          >
            {session.title}
          </Link>
          <span className="text-muted tabular">
            {' '}
            ·{' '}
            {isFreeProduct({ ...session, price: session.priceCents })
              ? 'free'
              : formatCents(session.priceCents)}
          </span>
        </p>
      )}
    </div>
  );
}
