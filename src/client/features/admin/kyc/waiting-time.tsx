import { serverNow } from '../../../../shared/server-clock.ts';
import { isOverdue, waitingText } from './kyc-cases.ts';

export type WaitingTimeProps = {
  createdAt: string;
  /** The setting `reviewHoursTo`. */
  promisedHours: number;
};

/**
 * How long a case has waited. After the promised time has passed, the text is red and announced as late to screen
 * readers.
 */
export function WaitingTime({ createdAt, promisedHours }: WaitingTimeProps) {
  const now = serverNow();
  const isLate = isOverdue(createdAt, now, promisedHours);
  return (
    <span className={isLate ? 'font-semibold text-danger' : undefined}>
      {isLate && <span className="sr-only">Late: </span>}
      waiting {waitingText(createdAt, now)}
    </span>
  );
}
