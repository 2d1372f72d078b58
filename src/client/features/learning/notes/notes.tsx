import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { SessionNote } from '../../../../shared/learning/learning.ts';
import { limits } from '../../../../shared/limits.ts';
import { clockTime } from '../../../lib/clock-time.ts';
import { formatDate } from '../../../lib/format.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { trpc } from '../../../trpc.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { HandLineText } from '../../hands/hand-line-view.tsx';

/** All notes of the user, by session, with a filter and a download. */
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
      kept="None of them is lost."
    >
      {(notes) =>
        notes.length === 0 ? (
          <EmptyState
            title="No notes yet"
            description="Notes that you take in a session appear here, each with its place in the video."
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

function AllNotes({ notes }: { notes: readonly SessionNote[] }) {
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const found = notes.filter(({ text, sessionTitle, hand }) =>
    `${sessionTitle} ${text} ${hand?.title ?? ''} ${hand?.line ?? ''}`.toLowerCase().includes(wanted),
  );
  const sessions = groupBySession(found);

  function download() {
    const text = notesFile(groupBySession(notes));
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
        <Button variant="secondary" onClick={download}>
          Download notes
        </Button>
      </div>
      <p role="status" className="mb-4 text-sm text-muted tabular">
        {wanted === '' ? count(notes.length) : `${found.length} of ${count(notes.length)}`}
        {notes.length === limits.listCap &&
          ', the newest. Search finds older ones, and Download My Data on your profile has all of them.'}
      </p>
      <div className="grid gap-4">
        {sessions.map((session) => (
          <OfSession key={session.sessionId} session={session} />
        ))}
      </div>
    </>
  );
}

const count = (notes: number) => (notes === 1 ? '1 note' : `${notes} notes`);

function OfSession({ session: { sessionId, title, notes } }: { session: SessionNotes }) {
  const params = { id: String(sessionId) };
  return (
    <Card as="section" aria-label={title}>
      <h2 className="text-lg font-semibold wrap-anywhere">
        <Link to="/coaching/$id" params={params}>
          {title}
        </Link>
      </h2>
      <ul className="mt-2 divide-y divide-border">
        {notes.map(({ id, atSeconds, text, hand, createdAt }) => (
          <li key={id} className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
            {atSeconds === null ? (
              <span className="text-sm text-muted">{formatDate(createdAt)}</span>
            ) : (
              <Link
                to="/coaching/$id"
                params={params}
                search={{ at: atSeconds }}
                className="justify-self-start font-mono text-sm font-semibold text-primary-text"
              >
                <span className="sr-only">Go to </span>
                {clockTime(atSeconds)}
              </Link>
            )}
            <div className="measure">
              <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
              {hand && (
                <Link to="/hands/$id" params={{ id: hand.id }} className="mt-1 block">
                  <span className="sr-only">Hand: </span>
                  <HandLineText line={hand.line} className="text-muted" />
                </Link>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type SessionNotes = { sessionId: number; title: string; notes: SessionNote[] };

/**
 * Groups notes by session, in the order of the list. Within a session they are sorted by position; notes without a
 * position come first.
 */
export function groupBySession(notes: readonly SessionNote[]): SessionNotes[] {
  const groups = Map.groupBy(notes, ({ sessionId }) => sessionId);
  return [...groups].map(([sessionId, own]) => ({
    sessionId,
    title: own[0]?.sessionTitle ?? '',
    notes: own.toSorted(
      (a, b) => (a.atSeconds ?? -1) - (b.atSeconds ?? -1) || (a.createdAt < b.createdAt ? -1 : 1),
    ),
  }));
}

/** The notes as a Markdown document. */
export function notesFile(sessions: readonly SessionNotes[]): string {
  const parts = sessions.map(({ title, notes }) => {
    const lines = notes.map(({ atSeconds, text, hand, createdAt }) => {
      const place = atSeconds === null ? createdAt.slice(0, 10) : clockTime(atSeconds);
      // Further lines of a note are indented, so that they stay part of its list item.
      const line = hand ? `\n\n  \`${hand.line}\`` : '';
      return `- **${place}** ${text.replaceAll('\n', '\n  ')}${line}`;
    });
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return `# My notes\n\n${parts.join('\n')}`;
}
