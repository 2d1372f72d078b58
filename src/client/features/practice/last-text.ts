import { dayMs } from '../../../shared/durations.ts';
import type { DrillView } from '../../../shared/practice/drills.ts';

/** Why a drill is asked: what happened the last time. */
export function lastText(last: DrillView['last'], today: string): string {
  if (!last) return 'new';
  const days = Math.round((Date.parse(today) - Date.parse(last.day)) / dayMs);
  const when = days <= 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;
  return `${last.isRight ? 'right' : 'missed'} ${when}`;
}
