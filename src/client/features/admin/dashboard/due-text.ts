import { hourMs } from '../../../../shared/durations.ts';
import { formatDate } from '../../../lib/format.ts';

/** When the next of several things is due: the hours that are left, or a day that is further away. */
export function dueText(at: string, now: number): string {
  const hours = Math.floor((Date.parse(at) - now) / hourMs);
  if (hours < 1) return 'Due within the hour';
  return hours < 48 ? `Due in ${hours} h` : `Next due ${formatDate(at)}`;
}
