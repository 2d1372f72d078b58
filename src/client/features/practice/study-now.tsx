import { Link } from '@tanstack/react-router';
import { minutesOf } from '../../../shared/practice/drills.ts';
import { trpc } from '../../trpc.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NextStudy } from './next-study.tsx';

/** What waits for the student: due drills, new answers of coaches, and what to study next. */
export function StudyNow() {
  const practice = trpc.drills.practice.useQuery();
  const answers = trpc.questions.newAnswers.useQuery();
  const due = practice.data?.due.length ?? 0;
  const fresh = answers.data ?? 0;
  return (
    <div className="mb-8 grid gap-4">
      {(due > 0 || fresh > 0) && (
        <Card
          as="section"
          aria-label="Waiting for you"
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4"
        >
          <p className="text-lg font-semibold tabular">
            {due > 0 && `${due === 1 ? '1 drill' : `${due} drills`} due (${minutesOf(due)} min)`}
            {due > 0 && fresh > 0 && ' · '}
            {fresh > 0 && (
              <Link to="/questions" className="underline underline-offset-2">
                {fresh === 1 ? '1 answer new' : `${fresh} answers new`}
              </Link>
            )}
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
