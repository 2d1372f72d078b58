import type { CurrentUser } from '../../../shared/auth/accounts.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { trpc } from '../../trpc.ts';

/**
 * The logged-in user: null when logged out, undefined while unknown. Cached for five minutes, never fetched twice.
 */
export function useCurrentUser(): {
  user: CurrentUser | null | undefined;
  isLoading: boolean;
  error: unknown;
} {
  const query = trpc.auth.me.useQuery(undefined, {
    staleTime: 5 * minuteMs,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnMount: false,
  });
  // The server renders every page before the user is known, and hydration must match it.
  const hydrated = useHydrated();
  if (!hydrated) return { user: undefined, isLoading: true, error: null };
  return { user: query.data, isLoading: query.isPending, error: query.error };
}

/** Logs out, clears all cached data, and goes to `/`; a failure is only logged. */
export function useSignOut(): { signOut: () => void; isPending: boolean } {
  const utils = trpc.useUtils();
  const mutation = trpc.auth.logout.useMutation({
    onSuccess: () => {
      import('../../lib/other-tabs.ts')
        .then(({ notifyOtherTabs }) => notifyOtherTabs(null))
        .finally(() => {
          utils.auth.me.setData(undefined, null);
          // A full page load, so that no private data stays in memory.
          window.location.assign('/');
        });
    },
    onError: (error) => console.error('Logout failed', error.message),
  });
  return { signOut: () => mutation.mutate(), isPending: mutation.isPending };
}
