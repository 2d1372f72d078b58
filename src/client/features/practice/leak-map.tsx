import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { rightFrom } from '../../../shared/practice/drill-rules.ts';
import type { LeakRow } from '../../../shared/practice/leak-map.ts';
import { leakName, leaks, observationsNeeded } from '../../../shared/practice/leaks.ts';
import { countOfText, countText } from '../../lib/count-text.ts';
import { formatDate } from '../../lib/format.ts';
import { trpc } from '../../trpc.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Section } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';

/**
 * How well the student handles each leak. Each row expands to the last attempts at the leak's drills, and to the
 * questions whose answers name the leak.
 */
export function LeakMap() {
  const query = trpc.leaks.map.useQuery();
  return (
    <Section
      title="Your leaks"
      note="What to work on first is at the top. Each drill that you answer, and each answer in which a coach names the leak, counts as one observation."
      className="mt-12!"
    >
      <QueryView
        query={query}
        skeleton={
          <SkeletonRegion label="Loading your leaks..." className="grid gap-1">
            <Skeleton className="h-96" />
          </SkeletonRegion>
        }
        errorTitle="Your leaks could not be loaded"
        note="Your answers are not lost."
      >
        {(rows) => (
          <ul className="divide-y divide-border rounded-card border border-border bg-surface">
            {rows.map((row) => (
              <LeakItem key={row.leak} row={row} />
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}

function LeakItem({ row: { leak, seen, percent } }: { row: LeakRow }) {
  const isLinked = useLocation({ select: ({ hash }) => hash === `leak-${leak}` });
  const [isOpen, setOpen] = useState(false);
  // After hydration, because the server does not know the hash.
  useEffect(() => {
    if (isLinked) setOpen(true);
  }, [isLinked]);
  const label =
    percent === null
      ? countOfText(seen, observationsNeeded, 'observation')
      : `${percent}%, ${countText(seen, 'observation')}`;
  return (
    <li id={`leak-${leak}`} className="scroll-mt-20">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2.5 text-left hover:bg-sunken sm:grid-cols-[14rem_minmax(0,1fr)_10rem]"
      >
        <span className={classNames('font-semibold', percent === null && 'text-subtle')}>
          {leakName(leak)}
        </span>
        <span aria-hidden="true" className="h-2 rounded-full bg-sunken max-sm:order-last max-sm:col-span-2">
          {percent !== null && (
            <span
              className={classNames(
                'block h-2 rounded-full',
                percent < rightFrom ? 'bg-primary' : 'bg-control',
              )}
              style={{ width: `${percent}%` }}
            />
          )}
        </span>
        <span className={classNames('text-right text-sm tabular', percent === null && 'text-subtle')}>
          {label}
        </span>
      </button>
      {isOpen && <Evidence leak={leak} />}
    </li>
  );
}

const maxPromptLength = 80;

function Evidence({ leak }: Pick<LeakRow, 'leak'>) {
  const query = trpc.leaks.evidence.useQuery({ leak });
  return (
    <div className="px-4 pb-4">
      <p className="measure text-sm text-muted">{leaks.find(({ id }) => id === leak)?.sentence}</p>
      <QueryView query={query} skeleton={<Skeleton className="mt-2 h-16" />}>
        {({ tries, questions, drills }) => (
          <>
            {tries.length === 0 && questions.length === 0 && (
              <p className="mt-2 text-sm text-muted">You have not answered a drill on this leak yet.</p>
            )}
            <ul className="mt-2 grid gap-1 text-sm">
              {questions.map(({ id, thought, answeredAt }) => (
                <li key={id}>
                  <Link to="/questions/$id" params={{ id }} className="underline">
                    {`Named by a coach: ${shorten(thought)}`}
                  </Link>
                  <span className="text-muted">, {formatDate(answeredAt)}</span>
                </li>
              ))}
              {tries.map(({ id, deckId, drillId, prompt, score, day, isArchived }) => (
                <li key={id} className="grid grid-cols-[4rem_minmax(0,1fr)] gap-2">
                  <span className={score >= rightFrom ? 'text-success' : 'text-danger'}>
                    {score >= rightFrom ? 'right' : 'wrong'}
                  </span>
                  <span>
                    {isArchived ? (
                      shorten(prompt)
                    ) : (
                      <Link
                        to="/practice/$deck"
                        params={{ deck: deckId }}
                        search={{ drill: drillId }}
                        className="underline"
                      >
                        {shorten(prompt)}
                      </Link>
                    )}
                    <span className="text-muted">, {formatDate(day)}</span>
                  </span>
                </li>
              ))}
            </ul>
            {drills > 0 && (
              <Link
                to="/practice"
                search={{ ask: leak }}
                className={`${buttonClass('secondary', 'small')} mt-3`}
              >
                {drills === 1 ? 'Answer the drill on this leak' : `Answer ${drills} drills on this leak`}
              </Link>
            )}
          </>
        )}
      </QueryView>
    </div>
  );
}

const shorten = (text: string) =>
  text.length > maxPromptLength ? `${text.slice(0, maxPromptLength)}…` : text;
