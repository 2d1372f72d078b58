import { useRef } from 'react';
import { describeError } from '../../../lib/error-text.ts';
import type { GuessFailure } from './guess-mode.tsx';

type PartQuery<Part> = { data: Part | undefined; error: unknown; refetch: () => unknown };

/**
 * Returns `query` with the previous part of the hand until the next part is loaded. If the next part fails to load, the
 * previous part stays visible, and the user's decisions are not lost.
 * @param handId - the id of the hand; when it changes, the previous part is discarded
 * @param query - the query of the next part
 */
export function useLastPart<Query extends PartQuery<unknown>>(
  handId: string,
  query: Query,
): { query: Query; failure: GuessFailure | undefined } {
  const last = useRef({ handId, part: query.data });
  if (query.data !== undefined || last.current.handId !== handId) last.current = { handId, part: query.data };
  const { part } = last.current;
  const isFailed = part !== undefined && query.data === undefined && Boolean(query.error);
  return {
    query: { ...query, data: part },
    failure: isFailed
      ? { message: describeError(query.error).message, onRetry: () => void query.refetch() }
      : undefined,
  };
}
