import { useRef } from 'react';
import { describeError } from '../../../lib/error-text.ts';
import type { GuessFailure } from './guess-mode.tsx';

type PartQuery<Part> = { data: Part | undefined; error: unknown; refetch: () => unknown };

/**
 * Until the next part of a hand is loaded, its query returns the part that was loaded last. If the next part fails to
 * load, the last part thus stays visible, and the user's decisions are not lost.
 * @param handId a part of another hand is discarded
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
