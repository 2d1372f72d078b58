import { useEffect } from 'react';
import { trpc } from '../../../trpc.ts';

/** The Today card's data; the server learns in which time zone this person's days begin and end. */
export function useGoalsToday() {
  const utils = trpc.useUtils();
  const query = trpc.goals.today.useQuery();
  const known = query.data?.timeZone;

  useEffect(() => {
    const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (known === undefined || known === timeZone) return;
    utils.client.goals.setTimeZone
      .mutate({ timeZone })
      .then(() => utils.goals.invalidate())
      // Days stay as they were counted before; the next visit tries again.
      .catch((error: unknown) => console.warn('The time zone was not saved', error));
  }, [known, utils]);

  return query;
}
