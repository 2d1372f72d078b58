import { useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { byCursor, LoadMore, loadedItems } from '../../../ui/load-more.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';

/** Hand histories that the academy could not read. Students sent them, and names were removed. */
export function UnreadableHands() {
  const { client } = trpc.useUtils();
  const query = trpc.admin.hands.listUnreadable.useInfiniteQuery({}, byCursor);
  const [removingId, setRemovingId] = useState<string>();
  return (
    <AdminQueryView
      query={query}
      errorTitle="The hands could not be loaded"
      skeleton={<TableSkeleton label="Loading the hands..." rows={2} />}
    >
      {(data) => {
        const hands = loadedItems(data);
        if (hands.length === 0) return <p className="text-muted">No unreadable hands have been sent.</p>;
        return (
          <>
            <ul className="divide-y divide-border border-y border-border">
              {hands.map(({ id, code, line, text, createdAt, expiresAt }) => (
                <li key={id} className="py-3">
                  <div className="flex flex-wrap items-center justify-between gap-3">
                    <p>
                      <span className="font-semibold">{code.replaceAll('_', ' ')}</span>, line {line}.{' '}
                      <span className="text-muted">
                        {`Sent ${formatDate(createdAt)}, expires ${formatDate(expiresAt)}`}
                      </span>
                    </p>
                    <Button
                      variant="secondary"
                      size="small"
                      aria-label={`Remove: ${code.replaceAll('_', ' ')}, line ${line}, sent ${formatDate(createdAt)}`}
                      onClick={() => setRemovingId(id)}
                    >
                      Remove
                    </Button>
                  </div>
                  <details className="mt-1">
                    <summary className="min-h-8 cursor-pointer py-1 text-sm">Show the text</summary>
                    <pre className="mt-1 max-h-80 overflow-auto rounded-control bg-sunken p-3 font-mono text-xs whitespace-pre-wrap">
                      {text}
                    </pre>
                  </details>
                </li>
              ))}
            </ul>
            <LoadMore query={query} label="hands" />
            {removingId !== undefined && (
              <ActionDialog
                action={{
                  title: 'Remove this hand for good?',
                  consequence: 'Its text is deleted, so you can no longer find out why it could not be read.',
                  confirm: 'Remove the hand',
                  busy: 'Removing...',
                  isDanger: true,
                  failure: 'The hand was not removed',
                  async run() {
                    await client.admin.hands.dismissUnreadable.mutate({ id: removingId });
                    return 'Hand removed';
                  },
                }}
                onClose={() => setRemovingId(undefined)}
              />
            )}
          </>
        );
      }}
    </AdminQueryView>
  );
}
