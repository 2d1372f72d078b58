import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { handBounds } from '../../../../shared/hands/hand-bounds.ts';
import { type HandsSearch, handFilterOf } from '../../../../shared/hands/hand-search.ts';
import type { HandFilter, HandView } from '../../../../shared/hands/hands.ts';
import { countOfText, countText } from '../../../lib/count-text.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { ConfirmationDialog } from '../../../ui/confirmation-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { byCursor, LoadMore, loadedItems } from '../../../ui/load-more.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { AcademyHands } from './academy-hands.tsx';
import { AddHands } from './add-hands.tsx';
import { HandFilters } from './hand-filters.tsx';
import { HandRows } from './hand-rows.tsx';

/** The server counts up to five calls in one request as one call, and rejects many large requests at the same time. */
const fetchedAtOnce = 5;

export function Hands({ userId }: { userId: string }) {
  const navigate = useNavigate({ from: '/hands' });
  const search = useSearch({ from: '/hands' });
  const [resetKey, setResetKey] = useState(0);
  const filters = Object.keys(search).length;

  const setSearch = (changes: HandsSearch) =>
    void navigate({
      search: (before) =>
        Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== '')),
      replace: true,
    });
  const clear = () => {
    setResetKey(resetKey + 1);
    void navigate({ search: {}, replace: true });
  };

  return (
    <div className="grid gap-8 lg:grid-cols-[16rem_minmax(0,1fr)] lg:items-start">
      <div className="grid content-start gap-6 lg:order-2">
        <AddHands account={userId} />
        <details className="lg:hidden">
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">
            Filters{filters > 0 && ` (${filters})`}
          </summary>
          <HandFilters key={resetKey} search={search} onChange={setSearch} onClear={clear} />
        </details>
        {/* Remounted when the filter changes, which clears the selection, so that no hidden hand is deleted. */}
        <HandList key={JSON.stringify(handFilterOf(search))} search={search} onClear={clear} />
        <AcademyHands />
      </div>
      <div className="max-lg:hidden lg:order-1">
        <HandFilters key={resetKey} search={search} onChange={setSearch} onClear={clear} />
      </div>
    </div>
  );
}

function HandList({ search, onClear }: { search: HandsSearch; onClear: () => void }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setAsking] = useState(false);
  const utils = trpc.useUtils();
  const filter = handFilterOf(search);
  const filters = Object.keys(search).length;
  const query = trpc.hands.list.useInfiniteQuery(filter, byCursor);
  const remove = useAction(
    trpc.hands.remove.useMutation({
      onSuccess({ removed }) {
        setSelected(new Set());
        setAsking(false);
        showToast({ title: `${countText(removed, 'hand')} deleted`, tone: 'success' });
      },
      onError: showFailure('The hands were not deleted', 'The hands may have been deleted'),
      onSettled: () =>
        Promise.all([
          utils.hands.invalidate(),
          utils.questions.invalidate(),
          utils.drills.invalidate(),
          utils.leaks.invalidate(),
          utils.learning.listNotes.invalidate(),
          utils.learning.allNotes.invalidate(),
          utils.learning.getSession.invalidate(),
        ]),
    }),
  );
  const download = useAction(
    useMutation({
      async mutationFn(ids: readonly string[]) {
        const { handPlainText, handText } = await import('../../../../shared/poker/hand-text.ts');
        const views: HandView[] = [];
        for (let from = 0; from < ids.length; from += fetchedAtOnce) {
          const batch = ids.slice(from, from + fetchedAtOnce);
          views.push(...(await Promise.all(batch.map((id) => utils.client.hands.get.query({ id })))));
        }
        const texts = views.map(({ title, hand }) =>
          [...(title === null ? [] : [title]), handPlainText(handText(hand, 'money'))].join('\n\n'),
        );
        saveFile(new Blob([`${texts.join('\n\n\n')}\n`], { type: 'text/plain;charset=utf-8' }), 'hands.txt');
      },
      onSuccess: () => setSelected(new Set()),
      onError: showFailure('The hands were not downloaded'),
    }),
  );
  const select = (id: string, isSelected: boolean) => {
    const next = new Set(selected);
    if (isSelected) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  return (
    <section aria-label="Your hands">
      <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-3">
        <Quota />
        {selected.size > 0 && (
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              size="small"
              busy={download.isPending}
              busyLabel="Downloading..."
              disabled={selected.size > handBounds.downloadedAtOnce}
              onClick={() => download.run([...selected])}
            >
              {`Download ${countText(selected.size, 'hand')}`}
            </Button>
            <Button
              variant="secondary"
              size="small"
              disabled={selected.size > handBounds.removedPerCall}
              onClick={() => setAsking(true)}
            >
              {`Delete ${countText(selected.size, 'hand')}...`}
            </Button>
          </div>
        )}
        {selected.size > handBounds.downloadedAtOnce && (
          <p className="w-full text-right text-sm text-muted">
            At most {handBounds.downloadedAtOnce} hands can be downloaded, and {handBounds.removedPerCall}{' '}
            deleted, at a time.
          </p>
        )}
      </div>
      <QueryView
        query={query}
        skeleton={<SkeletonRows label="Loading your hands..." rows={8} rowClass="h-11" />}
        errorTitle="Your hands could not be loaded"
        note="Your hands are not lost."
      >
        {(data) => {
          const hands = loadedItems(data);
          if (hands.length === 0) return <NoHands isFiltered={filters > 0} onClear={onClear} />;
          return (
            <>
              {filters > 0 && <MatchCount filter={filter} loaded={query.hasNextPage ? null : hands.length} />}
              <HandRows hands={hands} filter={filter} selected={selected} onSelect={select} />
              <LoadMore query={query} label="hands" />
            </>
          );
        }}
      </QueryView>
      {/* Stays open during the deletion, so that no other hand can be selected before the selection is cleared. */}
      <ConfirmationDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={selected.size === 1 ? 'Delete this hand?' : `Delete ${selected.size} hands?`}
        description={
          selected.size === 1
            ? 'Its notes, labels, links and drills are deleted too, and an open question about it is withdrawn. This cannot be undone.'
            : 'Their notes, labels, links and drills are deleted too, and open questions about them are withdrawn. This cannot be undone.'
        }
        confirmLabel={`Delete ${countText(selected.size, 'hand')}`}
        onConfirm={() => remove.run({ ids: [...selected] })}
        busy={remove.isPending}
        busyLabel="Deleting..."
      />
    </section>
  );
}

type MatchCountProps = {
  filter: HandFilter;
  /** The number of hands in the list; null if the list is not loaded to its end. */
  loaded: number | null;
};

/** How many hands match the filter. The number is requested only if the list is not loaded to its end. */
function MatchCount({ filter, loaded }: MatchCountProps) {
  // Requested each time, because the stars, labels and notes that the filter uses are changed on the pages of the
  // hands.
  const { data } = trpc.hands.countMatches.useQuery(filter, { enabled: loaded === null, staleTime: 0 });
  const count = loaded ?? data;
  const { countedMatches } = handBounds;
  return (
    <p role="status" className="mb-2 min-h-6 text-sm text-muted tabular">
      {count !== undefined &&
        (count > countedMatches
          ? `More than ${countText(countedMatches, 'hand')} match`
          : `${countText(count, 'hand')} ${count === 1 ? 'matches' : 'match'}`)}
    </p>
  );
}

function Quota() {
  const { data } = trpc.hands.quota.useQuery();
  if (!data) return <span />;
  const { stored, limit } = data;
  const isFull = stored >= limit;
  return (
    <p className={isFull ? 'font-semibold text-warning' : 'text-sm text-muted tabular'}>
      {`${countOfText(stored, limit, 'hand')} stored`}
      {isFull && (
        <>
          . Delete some, or{' '}
          <Link to="/subscription-plans" className="underline">
            see how many hands each membership lets you store
          </Link>
        </>
      )}
    </p>
  );
}

function NoHands({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const [example] = trpc.hands.academy.useQuery().data ?? [];
  if (isFiltered) {
    return (
      <EmptyState
        title="No hand matches"
        description="Change or clear the filters to see more of your hands."
        action={
          <Button variant="secondary" onClick={onClear}>
            Clear filters
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title="Your first hand"
      description="Paste one, or build a live hand from memory. Then replay it street by street."
      action={
        example && (
          <Link
            to="/hands/$id"
            params={{ id: example.id }}
            search={{ mode: 'guess' }}
            className={buttonClass('secondary')}
          >
            See an example
          </Link>
        )
      }
    />
  );
}
