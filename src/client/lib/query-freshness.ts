import { minuteMs } from '../../shared/durations.ts';

/**
 * Options of queries about today, which are refetched at intervals. Otherwise, a page that stays open past midnight
 * would show the day before, and save new results under that day. The page cannot calculate when the day ends, because
 * the device's clock may be wrong, and its time zone may differ from the user's.
 */
export const aboutToday = {
  staleTime: minuteMs,
  // A query that has never loaded, for example because the user has no access, is not refetched.
  refetchInterval: ({ state }: { state: { dataUpdatedAt: number } }) =>
    state.dataUpdatedAt > 0 && 10 * minuteMs,
  refetchOnWindowFocus: true,
};

/** Options of queries that a coach's or an admin's actions change. They are fetched again when the user returns. */
export const updatedByStaff = { staleTime: minuteMs / 2, refetchOnWindowFocus: true };
