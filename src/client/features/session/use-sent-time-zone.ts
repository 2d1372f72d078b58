import { useEffect } from 'react';
import { browserStorage } from '../../lib/browser-storage.ts';
import { trpc } from '../../trpc.ts';
import { useCurrentUser } from './use-current-user.ts';

const storageKey = 'sent-time-zone';

/**
 * Sends the browser's time zone, in which the user's days begin and end, if the stored one differs. Sends nothing
 * during an impersonation. A browser sends the same time zone at most once a day, so that two devices in different time
 * zones do not change the user's days with each page. Until the next day, the time zone that was sent last applies.
 */
export function useSentTimeZone(): void {
  const utils = trpc.useUtils();
  const { user } = useCurrentUser();
  const { mutate } = trpc.goals.setTimeZone.useMutation();
  // Undefined for visitors, during impersonation, and until the server has responded after a login.
  const stored = user?.viewingUntil === undefined ? user?.timeZone : undefined;
  const userId = user?.id;

  useEffect(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    if (stored === undefined || stored === timeZone) return;
    const sending = `${userId} ${timeZone} ${new Date().toDateString()}`;
    if (browserStorage.read(storageKey) === sending) return;
    mutate(
      { timeZone },
      {
        onSuccess: () => {
          browserStorage.write(storageKey, sending);
          utils.auth.me.setData(undefined, (before) => before && { ...before, timeZone });
          return Promise.all([
            utils.goals.invalidate(),
            utils.drills.practice.invalidate(),
            utils.coaching.homework.invalidate(),
          ]);
        },
        // Days are still counted in the previous time zone. The next page load sends the new one again.
        onError: (error) => console.warn('The time zone was not saved', error),
      },
    );
  }, [stored, userId, mutate, utils]);
}
