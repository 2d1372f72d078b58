import { isOverdue, waitingText } from '../kyc/kyc-cases.ts';

export type WaitingTimeProps = {
  createdAt: string;
  now: number;
  /** `reviewHoursTo` of the settings. */
  promisedHours: number;
};

/** Red with a word beyond the promised time. */
export function WaitingTime({ createdAt, now, promisedHours }: WaitingTimeProps) {
  const late = isOverdue(createdAt, now, promisedHours);
  return (
    <span className={late ? 'font-semibold text-danger' : undefined}>
      {late && <span className="sr-only">Late: </span>}
      waits {waitingText(createdAt, now)}
    </span>
  );
}
