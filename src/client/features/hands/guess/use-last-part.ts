import { useRef } from 'react';
import { describeError } from '../../../lib/error-text.ts';
import type { GuessFailure } from './guess-mode.tsx';

type PartQuery<Part> = { data: Part | undefined; error: unknown; refetch: () => unknown };

/**
 * The query of a hand's next part with the part that was loaded last, which stays if the next one fails: with it would go
 * what the user decided.
 * @param of the hand, of which no other's part is shown
 */
export function useLastPart<Query extends PartQuery<unknown>>(
  of: string,
  query: Query,
): { query: Query; failure: GuessFailure | undefined } {
  const last = useRef({ of, part: query.data });
  if (query.data !== undefined || last.current.of !== of) last.current = { of, part: query.data };
  const { part } = last.current;
  const isFailed = part !== undefined && query.data === undefined && Boolean(query.error);
  return {
    query: { ...query, data: part },
    failure: isFailed
      ? { message: describeError(query.error).message, onRetry: () => void query.refetch() }
      : undefined,
  };
}
