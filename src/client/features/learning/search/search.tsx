import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { learningLimits, type SearchHit, searchInput } from '../../../../shared/learning/learning.ts';
import { describeError } from '../../../lib/error-text.ts';
import { trpc } from '../../../trpc.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { SearchResults } from './search-results.tsx';

export type SearchProps = {
  /** What the address asks for. */
  q: string;
  onSearch: (q: string) => void;
};

/** Search over sessions, PDFs, coaching plans and the reader's own notes. */
export function Search({ q, onSearch }: SearchProps) {
  const [text, setText] = useState(q);
  const [error, setError] = useState<string>();

  // The browser's back button changes the address under the form.
  useEffect(() => {
    setText(q);
    setError(undefined);
  }, [q]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const parsed = searchInput.safeParse({ q: text });
    if (parsed.success) onSearch(parsed.data.q);
    else setError(parsed.error.issues[0]?.message);
  }

  return (
    <>
      <search>
        <form onSubmit={submit} noValidate className="mb-8 flex max-w-2xl items-start gap-2">
          <TextField
            label="Search for"
            type="search"
            name="q"
            value={text}
            error={error}
            maxLength={learningLimits.searchMaxLength}
            enterKeyHint="search"
            autoComplete="off"
            onChange={(event) => {
              setText(event.currentTarget.value);
              setError(undefined);
            }}
            className="flex-1"
          />
          {/* In line with the field, below its label. */}
          <Button type="submit" className="mt-6.25">
            Search
          </Button>
        </form>
      </search>
      {q === '' ? <OwnNotes /> : <Results q={q} />}
    </>
  );
}

/** Before anything is looked for: all own notes, the newest first. */
function OwnNotes() {
  const query = trpc.learning.listNotes.useQuery();
  const hits = query.data?.map(
    (note): SearchHit => ({
      kind: 'note',
      noteId: note.id,
      sessionId: note.sessionId,
      sessionTitle: note.sessionTitle,
      atSeconds: note.atSeconds,
      text: note.text,
      accessible: true,
    }),
  );
  return (
    <>
      <p className="mb-8 measure text-muted">
        A word of a session, a PDF, a coaching plan, or of a note that you took.
      </p>
      {query.isError && (
        <ErrorState
          title="Your notes could not be loaded"
          message={describeError(query.error).message}
          kept="None of them is lost."
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {hits && <SearchResults hits={hits} />}
    </>
  );
}

function Results({ q }: { q: string }) {
  const query = trpc.learning.search.useQuery({ q });
  if (query.isPending) {
    return (
      <SkeletonRegion label="Searching..." className="grid gap-3">
        <Skeleton className="h-7 w-32" />
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
      </SkeletonRegion>
    );
  }
  if (!query.data) {
    const { message, requestId } = describeError(query.error);
    return (
      <ErrorState
        title="The search did not work"
        message={message}
        requestId={requestId}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  const count = query.data.length;
  return (
    <>
      <p role="status" className="sr-only">
        {count === 1 ? '1 result' : `${count} results`} for {q}
      </p>
      {count === 0 ? (
        <EmptyState
          title={`Nothing found for “${q}”`}
          description="Try another word, or its beginning."
          action={
            <Link to="/products" className={buttonClass('secondary')}>
              Browse Products
            </Link>
          }
        />
      ) : (
        <SearchResults hits={query.data} />
      )}
    </>
  );
}
