import { useEffect } from 'react';
import { untilMidnight } from '../../../lib/query-freshness.ts';
import { trpc } from '../../../trpc.ts';
import { useCurrentUser } from '../../session/use-current-user.ts';

/** The Today card's data. Also sends the user's time zone to the server, except during impersonation. */
export function useGoalsToday() {
  const utils = trpc.useUtils();
  // Without a refetch after midnight, a page left open would save today's results under yesterday.
  const query = trpc.goals.today.useQuery(undefined, untilMidnight);
  const { mutate: saveTimeZone } = trpc.goals.setTimeZone.useMutation({
    onSuccess: () =>
      Promise.all([
        utils.goals.invalidate(),
        utils.drills.practice.invalidate(),
        utils.coaching.homework.invalidate(),
      ]),
    // Days are still counted in the previous time zone. The next visit retries.
    onError: (error) => console.warn('The time zone was not saved', error),
  });
  const storedTimeZone = query.data?.timeZone;
  const { user } = useCurrentUser();
  const isOwn = user?.viewingUntil === undefined;

  useEffect(() => {
    const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!user || !isOwn || storedTimeZone === undefined || storedTimeZone === timeZone) return;
    saveTimeZone({ timeZone });
  }, [storedTimeZone, user, isOwn, saveTimeZone]);

  return query;
}
