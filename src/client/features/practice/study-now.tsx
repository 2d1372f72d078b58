import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { minutesOf } from '../../../shared/practice/drill-rules.ts';
import { trpc } from '../../trpc.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NextStudy } from './next-study.tsx';

/** What waits for the student: due drills, new answers of coaches, homework, and what to study next. */
export function StudyNow() {
  const practice = trpc.drills.practice.useQuery();
  const answers = trpc.questions.newAnswers.useQuery();
  const homework = trpc.coaching.homework.useQuery();
  const due = practice.data?.due.length ?? 0;
  const fresh = answers.data ?? 0;
  const open = homework.data?.filter(({ doneAt }) => doneAt === null).length ?? 0;
  const link = 'underline underline-offset-2';
  const waiting = [
    due > 0 && `${due === 1 ? '1 drill' : `${due} drills`} due (${minutesOf(due)} min)`,
    fresh > 0 && (
      <Link to="/questions" className={link}>
        {fresh === 1 ? '1 answer new' : `${fresh} answers new`}
      </Link>
    ),
    open > 0 && (
      <Link to="/practice" className={link}>
        {open === 1 ? '1 piece of homework' : `${open} pieces of homework`}
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
              // biome-ignore lint/suspicious/noArrayIndexKey: they have an order and nothing else
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
    </div>
  );
}
