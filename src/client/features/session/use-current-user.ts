import { createContext, useContext } from 'react';
import type { SignedInUser } from '../../../shared/auth/accounts.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { trpc } from '../../trpc.ts';

/**
 * True if the page was requested without a session cookie. The user then counts as logged out until the server
 * responds.
 */
export const VisitorAssumption = createContext(false);

/**
 * The logged-in user: null when logged out, undefined while unknown. Fetched once and shared until it is invalidated.
 */
export function useCurrentUser(): {
  user: SignedInUser | null | undefined;
  isLoading: boolean;
  error: unknown;
} {
  const query = trpc.auth.me.useQuery(undefined, {
    staleTime: 5 * minuteMs,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnMount: false,
  });
  const isVisitor = useContext(VisitorAssumption);
  // The server renders each page before the user is known, and hydration must match.
  const hydrated = useHydrated();
  if (!hydrated || query.isPending) {
    return { user: isVisitor ? null : undefined, isLoading: !isVisitor, error: null };
  }
  return { user: query.data, isLoading: false, error: query.error };
}

/** Logs out, clears all cached data, and goes to `/`. A failure is only logged. */
export function useSignOut(): { signOut: () => void; isPending: boolean } {
  const utils = trpc.useUtils();
  const mutation = trpc.auth.logout.useMutation({
    onSuccess: () => {
      import('../../lib/other-tabs.ts')
        .then(({ notifyOtherTabs }) => notifyOtherTabs(null))
        .finally(() => {
          utils.auth.me.setData(undefined, null);
          // A full page load removes private data from memory.
          window.location.assign('/');
        });
    },
    onError: (error) => console.error('Logout failed', error.message),
  });
  return { signOut: () => mutation.mutate(), isPending: mutation.isPending };
}
