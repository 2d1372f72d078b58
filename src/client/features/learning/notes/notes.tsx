import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { positionOf } from '../../../../shared/learning/note-position.ts';
import type { Note, NoteResource } from '../../../../shared/learning/notes.ts';
import { limits } from '../../../../shared/limits.ts';
import { leaks as allLeaks } from '../../../../shared/practice/leaks.ts';
import { countText } from '../../../lib/count-text.ts';
import { formatDate } from '../../../lib/format.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { trpc } from '../../../trpc.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { HandLineText } from '../../hands/hand-line-view.tsx';
import { positionText, sortedByPosition } from './note-place.ts';
import { PlaceLink } from './place-link.tsx';

/** The user's notes, at most the newest `limits.listCap`, by session and PDF, with a filter and a download. */
export function Notes() {
  const query = trpc.learning.listNotes.useQuery();
  return (
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
      note="None of them is lost."
    >
      {(notes) =>
        notes.length === 0 ? (
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
          <AllNotes notes={notes} />
        )
      }
    </QueryView>
  );
}

function AllNotes({ notes }: { notes: readonly Note[] }) {
  const [filter, setFilter] = useState('');
  const [chosenLeak, setChosenLeak] = useState('');
  const noteLeaks = new Set<string>(notes.flatMap(({ leaks }) => leaks));
  const leakOptions = allLeaks.filter(({ id }) => noteLeaks.has(id));
  const leak = noteLeaks.has(chosenLeak) ? chosenLeak : '';
  const searchText = filter.trim().toLowerCase();
  const found = notes.filter(
    ({ text, title, hand, leaks }) =>
      `${title} ${text} ${hand?.title ?? ''} ${hand?.line ?? ''}`.toLowerCase().includes(searchText) &&
      (leak === '' || leaks.some((id) => id === leak)),
  );
  const isFiltered = searchText !== '' || leak !== '';
  const groups = groupByResource(found);

  function download() {
    const text = notesFile(groupByResource(notes));
    saveFile(new Blob([text], { type: 'text/markdown' }), 'my-notes.md');
  }

  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-3">
        <TextField
          label="Filter"
          type="search"
          autoComplete="off"
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
          className="min-w-0 flex-1 basis-60 sm:max-w-sm"
        />
        {leakOptions.length > 0 && (
          <SelectField
            label="Leak"
            value={leak}
            placeholder="All leaks"
            options={leakOptions.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => setChosenLeak(event.currentTarget.value)}
            className="min-w-0 flex-1 basis-48 sm:max-w-xs"
          />
        )}
        <Button variant="secondary" onClick={download}>
          Download notes
        </Button>
      </div>
      <p role="status" className="mb-4 text-sm text-muted tabular">
        {isFiltered && `${found.length} of `}
        {countText(notes.length, 'note')}
        {notes.length === limits.listCap &&
          ', the newest. Search finds older ones, and Download My Data on your profile has all of them.'}
      </p>
      <div className="grid gap-4">
        {groups.map((group) => (
          <NoteGroup key={`${group.kind}-${group.id}`} group={group} />
        ))}
      </div>
    </>
  );
}

function NoteGroup({ group: { kind, id, title, notes } }: { group: NoteGroup }) {
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
            {positionOf(place) === undefined ? (
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

type NoteGroup = NoteResource & { title: string; notes: Note[] };

/** Groups notes by session and PDF, in the order of the list, and sorts each group by position. */
export function groupByResource(notes: readonly Note[]): NoteGroup[] {
  const groups = Map.groupBy(notes, ({ place }) => `${place.kind}-${place.id}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first
      ? [{ kind: first.place.kind, id: first.place.id, title: first.title, notes: sortedByPosition(group) }]
      : [];
  });
}

/** The notes as a Markdown document. */
export function notesFile(groups: readonly NoteGroup[]): string {
  const parts = groups.map(({ title, notes }) => {
    const lines = notes.map(({ place, text, hand, createdAt }) => {
      const line = hand ? `\n\n  \`${hand.line}\`` : '';
      // Further lines of a note are indented, so that they stay part of its list item.
      return `- **${positionText(place) ?? createdAt.slice(0, 10)}** ${text.replaceAll('\n', '\n  ')}${line}`;
    });
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return `# My notes\n\n${parts.join('\n')}`;
}
