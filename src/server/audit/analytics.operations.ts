import {
  type AnalyticsEventName,
  type AnalyticsProperties,
  analyticsEvents,
} from '../../shared/admin/analytics-events.ts';
import { retention } from '../../shared/profile/retention.ts';
import { addMonths } from '../../shared/time-zone.ts';
import type { Deps } from '../deps.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { deleteEventsBefore, insertEvent } from './analytics.queries.ts';

/**
 * Records one event. If the event reports a change, pass the transaction of that change. Throws for properties that are
 * not in `analyticsEvents`, so that no other data about the user is recorded.
 */
export async function recordEvent<Name extends AnalyticsEventName>(
  db: Db | Trx,
  name: Name,
  event: { userId: string | null; properties: AnalyticsProperties<Name>; at: Date },
): Promise<void> {
  await insertEvent(db, {
    event_name: name,
    user_id: event.userId,
    session_id: null,
    properties: JSON.stringify(analyticsEvents[name].parse(event.properties)),
    occurred_at: event.at,
  });
}

/** Part of the `sweep-activity` job. @returns the number of events removed */
export function sweepEvents(deps: Deps): Promise<number> {
  return deleteEventsBefore(deps.db, addMonths(deps.now(), -retention.activityMonths));
}
