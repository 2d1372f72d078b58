import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { noteBounds } from '../../../../shared/learning/note-bounds.ts';
import {
  groupByResource,
  type NoteGroup as NotesOfResource,
} from '../../../../shared/learning/note-groups.ts';
import { positionText } from '../../../../shared/learning/note-position.ts';
import { leaks as allLeaks, type LeakId } from '../../../../shared/practice/leaks.ts';
import { countText } from '../../../lib/count-text.ts';
import { formatDate } from '../../../lib/format.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { byCursor, LoadMore, loadedItems } from '../../../ui/load-more.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showFailure } from '../../../ui/toast.tsx';
import { HandLineText } from '../../hands/hand-line-view.tsx';
import { PlaceLink } from './place-link.tsx';

/** The user's notes by session and PDF, with a filter and a download. */
export function Notes() {
  const [filter, setFilter] = useState('');
  const [leak, setLeak] = useState<LeakId>();
  const q = useDeferredValue(filter.trim());
  const query = trpc.learning.allNotes.useInfiniteQuery(
    { ...(q && { q }), ...(leak && { leak }) },
    { ...byCursor, placeholderData: (previous) => previous },
  );
  const { found = 0, total = 0, leaks = [] } = query.data?.pages[0] ?? {};
  const isFiltered = filter !== '' || leak !== undefined;
  const leakOptions = allLeaks.filter(({ id }) => id === leak || leaks.includes(id));
  return (
    <>
      {/* Also shown while filtered notes cannot be loaded, so that the filter can be changed. */}
      {(total > 0 || isFiltered) && (
        <div className="mb-6 flex flex-wrap items-end justify-between gap-3">
          <TextField
            label="Filter"
            type="search"
            autoComplete="off"
            maxLength={noteBounds.searchLength}
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
            className="min-w-0 flex-1 basis-60 sm:max-w-sm"
          />
          {leakOptions.length > 0 && (
            <SelectField
              label="Leak"
              value={leak ?? ''}
              placeholder="All leaks"
              options={leakOptions.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(event) =>
                setLeak(leakOptions.find(({ id }) => id === event.currentTarget.value)?.id)
              }
              className="min-w-0 flex-1 basis-48 sm:max-w-xs"
            />
          )}
          <Download />
        </div>
      )}
      <QueryView
        query={query}
        skeleton={
          <SkeletonRegion label="Loading your notes..." className="grid gap-4">
            <Skeleton className="h-11 w-64 max-w-full" />
            <Skeleton className="h-40 rounded-card" />
            <Skeleton className="h-40 rounded-card" />
          </SkeletonRegion>
        }
        errorTitle="Your notes could not be loaded"
        note="Your notes are not lost."
      >
        {(data) =>
          total === 0 ? (
            <EmptyState
              title="No notes yet"
              description="Notes that you take in a session or in a PDF appear here, each with its position."
              action={
                <Link to="/coaching" className={buttonClass('primary')}>
                  Open my library
                </Link>
              }
            />
          ) : (
            <>
              <p role="status" className="mb-4 text-sm text-muted tabular">
                {(q !== '' || leak) && `${found} of `}
                {countText(total, 'note')}
                {total > noteBounds.inFile &&
                  `. The download contains the first ${noteBounds.inFile.toLocaleString('en-US')}; Download My Data on your profile has all of them.`}
              </p>
              {found === 0 && (
                <EmptyState
                  title="No note matches"
                  description="Change or clear the filters to see more of your notes."
                  action={
                    <Button
                      variant="secondary"
                      onClick={() => {
                        setFilter('');
                        setLeak(undefined);
                      }}
                    >
                      Clear filters
                    </Button>
                  }
                />
              )}
              <div className="grid gap-4">
                {groupByResource(loadedItems(data)).map((group) => (
                  <NoteGroup key={`${group.kind}-${group.id}`} group={group} />
                ))}
              </div>
              <LoadMore query={query} label="notes" />
            </>
          )
        }
      </QueryView>
    </>
  );
}

function Download() {
  const { client } = trpc.useUtils();
  const { isPending, run } = useAction(
    useMutation({
      mutationFn: () => client.learning.notesFile.query(),
      onSuccess: (text) => saveFile(new Blob([text], { type: 'text/markdown' }), 'my-notes.md'),
      onError: showFailure('Your notes were not downloaded'),
    }),
  );
  return (
    <Button variant="secondary" busy={isPending} busyLabel="Downloading..." onClick={() => run()}>
      Download notes
    </Button>
  );
}

function NoteGroup({ group: { kind, id, title, notes } }: { group: NotesOfResource }) {
  return (
    <Card as="section" aria-label={title}>
      <h2 className="text-lg font-semibold wrap-anywhere">
        <PlaceLink place={kind === 'session' ? { kind, id, atSeconds: null } : { kind, id, page: 1 }}>
          {title}
        </PlaceLink>
      </h2>
      <ul className="mt-2 divide-y divide-border">
        {notes.map(({ id: noteId, place, text, hand, leaks, createdAt }) => (
          <li key={noteId} className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
            {positionText(place) === undefined ? (
              <span className="text-sm text-muted">{formatDate(createdAt)}</span>
            ) : (
              <PlaceLink
                place={place}
                className="justify-self-start font-mono text-sm font-semibold text-primary-text"
              >
                <span className="sr-only">Go to </span>
                {positionText(place)}
              </PlaceLink>
            )}
            <div className="measure">
              <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
              {hand && (
                <Link to="/hands/$id" params={{ id: hand.id }} className="mt-1 block">
                  <span className="sr-only">Hand: </span>
                  <HandLineText line={hand.line} className="text-muted" />
                </Link>
              )}
              {leaks.length > 0 && (
                <p className="mt-1 text-sm text-muted">
                  Leaks:{' '}
                  {allLeaks
                    .filter((leak) => leaks.some((leakId) => leakId === leak.id))
                    .map(({ name }) => name)
                    .join(', ')}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
