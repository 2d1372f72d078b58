import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { learningLimits, searchInput } from '../../../../shared/learning/learning.ts';
import { countText } from '../../../lib/count-text.ts';
import { describeError } from '../../../lib/error-text.ts';
import { trpc } from '../../../trpc.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Form } from '../../../ui/form.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { SearchResults } from './search-results.tsx';

export type SearchProps = {
  /** The search text in the URL. */
  q: string;
  onSearch: (q: string) => void;
};

/** The search field, and the results among sessions, PDFs, coaching plans and the user's own notes. */
export function Search({ q, onSearch }: SearchProps) {
  const [text, setText] = useState(q);
  const [error, setError] = useState<string>();

  // Follows the URL when the browser's back button changes it.
  useEffect(() => {
    setText(q);
    setError(undefined);
  }, [q]);

  function submit() {
    const parsed = searchInput.safeParse({ q: text });
    if (parsed.success) onSearch(parsed.data.q);
    else setError(parsed.error.issues[0]?.message);
  }

  return (
    <>
      <search>
        <Form onSubmit={submit} className="mb-8 flex max-w-2xl items-start gap-2">
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
          {/* Aligned with the field, which has a label above it. */}
          <Button type="submit" className="mt-6.25">
            Search
          </Button>
        </Form>
      </search>
      {q === '' ? <Hint /> : <Results q={q} />}
    </>
  );
}

/** Shown before the first search. */
function Hint() {
  return (
    <p className="measure text-muted">
      Search for words in a session, PDF, coaching plan, deck, hand or note. All your notes are on{' '}
      <Link to="/notes" className="text-link">
        one page
      </Link>
      .
    </p>
  );
}

function Results({ q }: { q: string }) {
  const query = trpc.learning.search.useQuery({ q });
  // The page shows the decks and hands below these results. They are loaded here to be counted.
  const decks = trpc.drills.findDecks.useQuery({ q });
  const hands = trpc.hands.list.useQuery({ q });
  const isComplete = !decks.isPending && !hands.isPending;
  const failed = [decks, hands].find(({ isError }) => isError);
  const below = (decks.data?.length ?? 0) + (hands.data?.items.length ?? 0);
  const isMore = Boolean(hands.data?.nextCursor);
  return (
    <QueryView
      query={{ ...query, data: isComplete ? query.data : undefined }}
      skeleton={
        <SkeletonRegion label="Searching..." className="grid gap-3">
          <Skeleton className="h-7 w-32" />
          <Skeleton className="h-28" />
          <Skeleton className="h-28" />
        </SkeletonRegion>
      }
      errorTitle="The search did not work"
    >
      {(hits) => (
        <>
          <p role="status" className="sr-only">
            {resultsText(hits.length + below, isMore)} for {q}
          </p>
          {failed && (
            <ErrorState
              {...describeError(failed.error)}
              title="Not everything could be searched"
              onRetry={() => void failed.refetch()}
              className="mb-8"
            />
          )}
          {hits.length + below === 0 && !failed ? (
            <EmptyState
              title={`Nothing found for “${q}”`}
              description="Try another word, or fewer words."
              action={
                <Link to="/products" className={buttonClass('secondary')}>
                  Browse Products
                </Link>
              }
            />
          ) : (
            <SearchResults hits={hits} />
          )}
        </>
      )}
    </QueryView>
  );
}

function resultsText(count: number, isMore: boolean): string {
  if (isMore) return `More than ${count} results`;
  return countText(count, 'result');
}
