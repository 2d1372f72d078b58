import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { minutesOf } from '../../../shared/practice/drill-rules.ts';
import { leakName } from '../../../shared/practice/leaks.ts';
import { countText } from '../../lib/count-text.ts';
import { formatDate } from '../../lib/format.ts';
import { aboutToday, updatedByStaff } from '../../lib/query-freshness.ts';
import { trpc } from '../../trpc.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NextStudy } from './next-study.tsx';

/**
 * The student's open tasks: due drills, new answers from coaches, homework, and the next thing to study; below them, an
 * overview of the student's study.
 */
export function StudyNow() {
  const practice = trpc.drills.practice.useQuery(undefined, aboutToday);
  const answers = trpc.questions.newAnswers.useQuery(undefined, updatedByStaff);
  const homework = trpc.coaching.homework.useQuery(undefined, updatedByStaff);
  const due = practice.data?.due.length ?? 0;
  const newAnswers = answers.data?.count ?? 0;
  const openHomework = homework.data?.filter(({ doneAt }) => doneAt === null).length ?? 0;
  const linkClass = 'inline-block underline underline-offset-2';
  const waiting = [
    due > 0 && `${countText(due, 'drill')} due (${minutesOf(due)} min)`,
    newAnswers > 0 && (
      <Link to="/questions" className={linkClass}>
        {countText(newAnswers, 'new answer')}
      </Link>
    ),
    openHomework > 0 && (
      <Link to="/practice" className={linkClass}>
        {countText(openHomework, 'piece of homework', 'pieces of homework')}
      </Link>
    ),
  ].filter((each) => each !== false);
  return (
    <div className="mb-8 grid gap-4">
      {waiting.length > 0 && (
        <Card
          as="section"
          aria-label="Waiting for you"
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4"
        >
          <p className="text-lg font-semibold tabular">
            {waiting.map((each, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the entries have no other identity
              <Fragment key={index}>
                {index > 0 && ' · '}
                {each}
              </Fragment>
            ))}
          </p>
          {due > 0 && (
            <Link to="/practice" search={{ ask: 'due' }} className={buttonClass('secondary')}>
              Start the drills
            </Link>
          )}
        </Card>
      )}
      <NextStudy />
      <StudyOverview />
    </div>
  );
}

const shownLeaks = 3;

/** The latest hand, the latest answer from a coach, and a few leaks to work on. Hidden if all are missing. */
function StudyOverview() {
  const hand = trpc.hands.list.useQuery({ limit: 1 }).data?.items[0];
  const answer = trpc.questions.newAnswers.useQuery(undefined, updatedByStaff).data?.newest;
  const leakRows = trpc.leaks.map.useQuery().data ?? [];
  const leaks = leakRows.filter(({ percent }) => percent !== null).slice(0, shownLeaks);
  const headingClass = 'text-sm font-semibold text-muted';
  const linkClass = 'font-semibold underline underline-offset-2';
  if (!hand && !answer && leaks.length === 0) return null;
  return (
    <Card
      as="section"
      aria-label="Your study at a glance"
      className="grid gap-x-8 gap-y-4 md:grid-flow-col md:auto-cols-fr"
    >
      {hand && (
        <div className="min-w-0">
          <h2 className={headingClass}>Latest hand</h2>
          <Link to="/hands/$id" params={{ id: hand.id }} className={linkClass}>
            {hand.title ?? 'Replay it'}
          </Link>
          <p className="line-clamp-2 font-mono text-sm text-muted wrap-anywhere">{hand.line}</p>
        </div>
      )}
      {answer && (
        <div className="min-w-0">
          <h2 className={headingClass}>Latest answer from a coach</h2>
          {/* The page of a question shows a new answer only after the student has decided again or asked to see it. */}
          <Link to="/questions/$id" params={{ id: answer.id }} className={linkClass}>
            {answer.isNew ? 'Decide again, then read it' : 'Read it again'}
          </Link>
          <p className="text-sm text-muted tabular">{formatDate(answer.answeredAt)}</p>
        </div>
      )}
      {leaks.length > 0 && (
        <div className="min-w-0">
          <h2 className={headingClass}>Leaks to work on</h2>
          <ul>
            {leaks.map(({ leak, percent }) => (
              <li key={leak} className="flex items-baseline justify-between gap-4">
                <Link to="/practice" hash={`leak-${leak}`} className="underline underline-offset-2">
                  {leakName(leak)}
                </Link>
                <span className="text-sm text-muted tabular">{percent}%</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}
