import type { OpenSession } from '../../../shared/learning/learning.ts';
import { trpc } from '../../trpc.ts';

/** Returns a function that changes the cached session, or does nothing if the user has no access to the session. */
export function useChangeSession(id: number): (change: (session: OpenSession) => OpenSession) => void {
  const utils = trpc.useUtils();
  return (change) =>
    utils.learning.getSession.setData({ id: String(id) }, (cached) =>
      cached?.access === 'open' ? change(cached) : cached,
    );
}
