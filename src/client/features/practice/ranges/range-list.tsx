import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { playedShare } from '../../../../shared/poker/range.ts';
import { weightsOf } from '../../../../shared/practice/range-weights.ts';
import type { RangeItem } from '../../../../shared/practice/ranges.ts';
import { countText } from '../../../lib/count-text.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { PageHeader, Section } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';

/** Loaded on demand, because its schema is larger than the list. */
const RangeDialog = lazyDialog(async () => (await import('./range-dialog.tsx')).RangeDialog);

/** The academy's ranges and the user's own. */
export function RangeList() {
  const query = trpc.ranges.list.useQuery();
  const navigate = useNavigate();
  const [creating, setCreating] = useState<{ ofAcademy: boolean }>();
  return (
    <>
      <PageHeader
        title="Know your ranges"
        lead="Read them, train the hands at their edge, and paint your own. For study: poker rooms forbid charts while you play."
      />
      <QueryView
        query={query}
        skeleton={<SkeletonRows label="Loading the ranges..." rows={3} rowClass="h-12" />}
        errorTitle="The ranges could not be loaded"
        note="What you painted and trained is not lost."
      >
        {({ items, own, canPublish }) => {
          const isFull = own.stored >= own.limit;
          return (
            <>
              <Section title="From the academy">
                <Items
                  items={items.filter(({ isOfAcademy }) => isOfAcademy)}
                  empty="The academy has published no ranges yet."
                />
                {canPublish && (
                  <Button
                    className="mt-4"
                    variant="secondary"
                    onClick={() => setCreating({ ofAcademy: true })}
                  >
                    New academy range
                  </Button>
                )}
              </Section>
              <Section title="Your own" note={`${own.stored} of ${own.limit}`}>
                <Items
                  items={items.filter(({ isOfAcademy }) => !isOfAcademy)}
                  empty="You have none yet. Paint one, or paste it from another tool."
                />
                {isFull && (
                  <p className="mt-4 text-sm text-muted">
                    You have stored {own.stored} of {own.limit} ranges. Delete one, or see{' '}
                    <Link to="/subscription-plans" className="text-primary-text underline">
                      which memberships store more
                    </Link>
                    .
                  </p>
                )}
                <Button
                  className="mt-4"
                  variant="secondary"
                  disabled={isFull}
                  onClick={() => setCreating({ ofAcademy: false })}
                >
                  New range
                </Button>
              </Section>
            </>
          );
        }}
      </QueryView>
      {creating && (
        <RangeDialog
          ofAcademy={creating.ofAcademy}
          onClose={() => setCreating(undefined)}
          onCreated={(id) => void navigate({ to: '/ranges/$id', params: { id } })}
        />
      )}
    </>
  );
}

function Items({ items, empty }: { items: readonly RangeItem[]; empty: string }) {
  if (items.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <ul className="divide-y divide-border border-y border-border">
      {items.map(({ id, name, situation, isWithdrawn, version, cells, changed, missed }) => {
        const played = playedShare(weightsOf(cells).map(({ raise, call }) => raise + call));
        return (
          <li key={id}>
            <Link
              to="/ranges/$id"
              params={{ id }}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 py-3 sm:flex"
            >
              <span className="font-semibold wrap-anywhere">{name}</span>
              <span className="min-w-0 flex-1 text-sm text-muted max-sm:order-last max-sm:col-span-2">
                {situation}
              </span>
              <span className="text-sm text-muted tabular">
                {[
                  `${(played * 100).toFixed(1)}%`,
                  ...(version === 0 ? ['draft'] : []),
                  ...(isWithdrawn ? ['withdrawn'] : []),
                  ...(changed ? [`${countText(changed, 'cell')} changed`] : []),
                  ...(missed > 0 ? [`${missed} missed`] : []),
                ].join(' · ')}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
