import { notifyOtherTabs } from '../../lib/other-tabs.ts';
import { trpc } from '../../trpc.ts';

/** Logs out, clears all cached data, and goes to `/`. A failure is logged. */
export function useSignOut({ onError }: { onError?: () => void } = {}) {
  const utils = trpc.useUtils();
  return trpc.auth.logout.useMutation({
    onSuccess() {
      notifyOtherTabs(null);
      utils.auth.me.setData(undefined, null);
      // A full page load removes private data from memory.
      window.location.assign('/');
    },
    onError(error) {
      console.error('Logout failed', error.message);
      onError?.();
    },
  });
}
