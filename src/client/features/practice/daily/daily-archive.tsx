import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { trpc } from '../../../trpc.ts';
import { byCursor, LoadMore, loadedRows } from '../../../ui/load-more.tsx';
import { Section } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/**
 * Earlier hands of the day, loaded when the user opens the list. If the academy shows hands of the day to visitors, a
 * server-rendered page already contains the newest of them.
 */
export function DailyArchive() {
  const [isOpen, setOpen] = useState(false);
  const query = trpc.daily.archive.useInfiniteQuery({}, { ...byCursor, enabled: isOpen, staleTime: 0 });
  const days = query.data && loadedRows(query.data);
  return (
    <Section title="Earlier hands">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="cursor-pointer py-2 font-semibold text-primary-text">Show earlier hands</summary>
        {(isOpen || days) && (
          <QueryView
            query={{ ...query, data: days }}
            skeleton={<Skeleton className="h-40" />}
            empty={<p className="text-muted">There are none yet.</p>}
          >
            {(items) => (
              <>
                <ul className="divide-y divide-border">
                  {items.map(({ day, question, position }) => (
                    <li key={day}>
                      <Link
                        to="/daily/$date"
                        params={{ date: day }}
                        className="flex min-h-11 flex-wrap items-center gap-x-4 py-2 max-sm:grid"
                      >
                        <span className="text-muted tabular">{formatDate(day)}</span>
                        <span className="font-semibold">{question}</span>
                        {position !== null && <span className="text-muted">{position}</span>}
                      </Link>
                    </li>
                  ))}
                </ul>
                <LoadMore query={query} label="of the earlier hands" />
              </>
            )}
          </QueryView>
        )}
      </details>
    </Section>
  );
}
