import { useRef } from 'react';
import { describeError } from '../../../lib/error-text.ts';
import type { GuessFailure } from './guess-mode.tsx';

type PartQuery<Part> = { data: Part | undefined; error: unknown; refetch: () => unknown };

/**
 * Adds the part that was loaded last to the query of a hand's next part. It stays visible if the next part fails to
 * load, so that the user's decisions are not lost.
 * @param of the id of the hand; a part of another hand is discarded
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
