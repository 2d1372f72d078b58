import { useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';

const shownAtFirst = 5;

/** The files that the user opened recently, newest first. The records are also evidence in payment disputes. */
export function OpenedFilesCard() {
  const accesses = trpc.learning.myAccesses.useQuery();
  const [showsAll, setShowsAll] = useState(false);
  return (
    <Card as="section" aria-labelledby="opened-files">
      <h2 id="opened-files" className="text-lg font-semibold">
        Files you opened
      </h2>
      <p className="mt-1 measure text-sm text-muted">
        We record when you open a file. If you see one that you did not open, change your password.
      </p>
      <QueryView
        query={accesses}
        skeleton={
          <SkeletonRegion label="Loading the files you opened..." className="mt-3">
            <Skeleton className="h-20" />
          </SkeletonRegion>
        }
        empty={<p className="mt-3 text-muted">Nothing yet. What you read or download is listed here.</p>}
      >
        {(files) => (
          <>
            <ul className="mt-3 divide-y divide-border border-y border-border text-sm">
              {files.slice(0, showsAll ? files.length : shownAtFirst).map(({ title, openedAt }) => (
                <li
                  key={`${title} ${openedAt}`}
                  className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2 tabular"
                >
                  <span className="min-w-0 wrap-anywhere">{title}</span>
                  <span className="text-muted">{formatDateTime(openedAt)}</span>
                </li>
              ))}
            </ul>
            {files.length > shownAtFirst && !showsAll && (
              <Button variant="quiet" size="small" className="mt-1 -ml-3" onClick={() => setShowsAll(true)}>
                Show all
              </Button>
            )}
          </>
        )}
      </QueryView>
    </Card>
  );
}
