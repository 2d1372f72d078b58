import { minuteMs } from '../../shared/durations.ts';

/**
 * Options of queries about today. A page left open would otherwise show yesterday, and save today's results under it. It
 * does not calculate the end of the day, because the device's clock may be wrong and its time zone another one than the
 * user's.
 */
export const aboutToday = {
  staleTime: minuteMs,
  // A query that has never loaded, such as one without access, is not repeated.
  refetchInterval: ({ state }: { state: { dataUpdatedAt: number } }) =>
    state.dataUpdatedAt > 0 && 10 * minuteMs,
  refetchOnWindowFocus: true,
};

/** Options of queries that a coach's or an admin's actions change. They are fetched again when the user returns. */
export const updatedByStaff = { staleTime: minuteMs / 2, refetchOnWindowFocus: true };
