import { isOverdue, waitingText } from '../kyc/kyc-cases.ts';

export type WaitingTimeProps = {
  createdAt: string;
  now: number;
  /** The setting `reviewHoursTo`. */
  promisedHours: number;
};

/** Shown in red, with a word, once the promised time has passed. */
export function WaitingTime({ createdAt, now, promisedHours }: WaitingTimeProps) {
  const late = isOverdue(createdAt, now, promisedHours);
  return (
    <span className={late ? 'font-semibold text-danger' : undefined}>
      {late && <span className="sr-only">Late: </span>}
      waits {waitingText(createdAt, now)}
    </span>
  );
}
