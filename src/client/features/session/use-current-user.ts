import type { CurrentUser } from '../../../shared/auth/accounts.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { trpc } from '../../trpc.ts';

/** The signed-in person: null when signed out, undefined while unknown. Kept five minutes, never asked twice. */
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
  // The server draws every page before the sign-in is known, and what is hydrated has to be what was drawn.
  const hydrated = useHydrated();
  if (!hydrated) return { user: undefined, isLoading: true, error: null };
  return { user: query.data, isLoading: query.isPending, error: query.error };
}

/** Signs out, forgets everything this person's pages held, and goes to `/`; a failure is only logged. */
export function useSignOut(): { signOut: () => void; isPending: boolean } {
  const utils = trpc.useUtils();
  const mutation = trpc.auth.logout.useMutation({
    onSuccess: () => {
      import('../../lib/other-tabs.ts')
        .then(({ notifyOtherTabs }) => notifyOtherTabs(null))
        .finally(() => {
          utils.auth.me.setData(undefined, null);
          // A full load: nothing of the signed-in pages stays in memory.
          window.location.assign('/');
        });
    },
    onError: (error) => console.error('Logout failed', error.message),
  });
  return { signOut: () => mutation.mutate(), isPending: mutation.isPending };
}
