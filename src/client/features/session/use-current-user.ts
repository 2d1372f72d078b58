import { createContext, useContext } from 'react';
import type { SignedInUser } from '../../../shared/auth/accounts.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { trpc } from '../../trpc.ts';

/**
 * The user that the HTML of the page contains, used until the server responds: null if the page was requested without a
 * session cookie, undefined if the HTML does not contain the user.
 */
export const UserOfPage = createContext<SignedInUser | null | undefined>(undefined);

/**
 * The logged-in user: null when logged out, undefined while unknown. All components share one query, which is fetched
 * again when it is invalidated, and when the browser is back online after the data became stale.
 */
export function useCurrentUser(): {
  user: SignedInUser | null | undefined;
  isLoading: boolean;
  error: unknown;
} {
  const userOfPage = useContext(UserOfPage);
  // `userOfPage` is also the result if the request fails.
  const { data = userOfPage, error } = trpc.auth.me.useQuery(undefined, {
    staleTime: 5 * minuteMs,
    // The whole page depends on the user, so a request that fails at the connection or the database is repeated once.
    retry: (failures, { data }) => failures === 0 && (data?.httpStatus ?? 503) === 503,
    refetchOnMount: false,
  });
  // Hydration must match the server-rendered page. If the page contains the user, the query returns the same user.
  const hydrated = useHydrated(Boolean(userOfPage));
  return hydrated
    ? { user: data, isLoading: data === undefined && !error, error }
    : { user: userOfPage, isLoading: userOfPage === undefined, error: null };
}

/** Logs out, clears all cached data, and goes to `/`. A failure is logged. */
export function useSignOut({ onError }: { onError?: () => void } = {}) {
  const utils = trpc.useUtils();
  return trpc.auth.logout.useMutation({
    onSuccess: () => {
      import('../../lib/other-tabs.ts')
        .then(({ notifyOtherTabs }) => notifyOtherTabs(null))
        .finally(() => {
          utils.auth.me.setData(undefined, null);
          // A full page load removes private data from memory.
          window.location.assign('/');
        });
    },
    onError(error) {
      console.error('Logout failed', error.message);
      onError?.();
    },
  });
}
