import type { StudyDay } from '../../../../shared/learning/goals.ts';
import { isStudied } from '../../../../shared/learning/streak.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { studyTexts } from './study-texts.ts';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export type MonthCalendarProps = {
  /** `YYYY-MM` */
  month: string;
  /** `YYYY-MM-DD` in the user's time zone. */
  today: string;
  onMonth: (month: string) => void;
  onPick: (date: string, day: StudyDay | undefined) => void;
};

/**
 * A month of study as a grid. Days with study and days whose goal was reached have a color. A press on a day opens the
 * day.
 */
export function MonthCalendar({ month, today, onMonth, onPick }: MonthCalendarProps) {
  const weeks = weeksOf(month);
  const dates = weeks.flat().filter((date) => date !== null);
  const query = trpc.goals.studyDays.useQuery({ from: dates[0], to: dates.at(-1) });
  const days = new Map(query.data?.map((day) => [day.date, day]));
  const isLast = month >= today.slice(0, 7);
  return (
    <div className="max-w-md">
      <div className="mb-3 flex items-center justify-between gap-2">
        <Button
          variant="quiet"
          size="small"
          className="print:invisible"
          aria-label={`Earlier: ${monthName(shiftMonth(month, -1))}`}
          onClick={() => onMonth(shiftMonth(month, -1))}
        >
          ←
        </Button>
        <p aria-live="polite" className="font-semibold">
          {monthName(month)}
        </p>
        <Button
          variant="quiet"
          size="small"
          className="print:invisible"
          aria-label={`Later: ${monthName(shiftMonth(month, 1))}`}
          // Not `disabled`, because the button would lose the focus when the current month is reached.
          aria-disabled={isLast || undefined}
          onClick={() => !isLast && onMonth(shiftMonth(month, 1))}
        >
          →
        </Button>
      </div>
      {query.isError && (
        <p role="alert" className="mb-2 text-sm text-danger">
          {describeError(query.error).message}{' '}
          <Button variant="secondary" size="small" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </p>
      )}
      <table className="w-full table-fixed border-separate border-spacing-1">
        <caption className="sr-only">Study in {monthName(month)}</caption>
        <thead>
          <tr>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col" className="text-xs font-normal text-muted">
                {weekday}
              </th>
            ))}
          </tr>
        </thead>
        <tbody aria-busy={query.isPending || undefined}>
          {weeks.map((week) => (
            <tr key={week.find((date) => date !== null)}>
              {week.map((date, index) => (
                <td key={date ?? weekdays[index]} className="p-0">
                  {date !== null && (
                    <DayCell
                      date={date}
                      day={days.get(date)}
                      isKnown={query.data !== undefined}
                      today={today}
                      onPick={onPick}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type DayCellProps = Pick<MonthCalendarProps, 'today' | 'onPick'> & {
  date: string;
  day: StudyDay | undefined;
  /** False before the month is loaded: a day opened before that would show an empty form. */
  isKnown: boolean;
};

function DayCell({ date, day, isKnown, today, onPick }: DayCellProps) {
  return (
    <button
      type="button"
      disabled={date > today || !isKnown}
      aria-label={cellLabel(date, day)}
      aria-current={date === today ? 'date' : undefined}
      onClick={() => onPick(date, day)}
      className={classNames(
        'relative flex h-11 w-full items-center justify-center rounded-control text-sm tabular forced-color-adjust-none',
        'disabled:cursor-not-allowed disabled:bg-transparent disabled:text-subtle',
        day?.completed
          ? 'bg-primary font-semibold text-on-primary enabled:hover:bg-primary-hover'
          : isStudied(day ?? {})
            ? 'bg-primary-soft font-semibold text-primary-text enabled:hover:brightness-95'
            : 'bg-sunken text-muted enabled:hover:bg-border',
        date === today && 'ring-2 ring-focus',
      )}
    >
      {Number(date.slice(8))}
    </button>
  );
}

function cellLabel(date: string, day: StudyDay | undefined): string {
  const parts = [formatDate(date)];
  if (day) {
    parts.push(...studyTexts(day));
    if (day.completed) parts.push('goal reached');
    if (day.winLoss !== null) parts.push(`result ${formatCents(day.winLoss)}`);
  }
  return parts.join(', ');
}

/** The month `by` months after `month`; both `YYYY-MM`. */
export function shiftMonth(month: string, by: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, 7);
}

/** The days of a month in weeks from Monday to Sunday; null for days of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const lead = (first.getUTCDay() + 6) % 7;
  const count = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const cells = Array.from({ length: Math.ceil((lead + count) / 7) * 7 }, (_, index) => {
    const day = index - lead + 1;
    return day >= 1 && day <= count ? `${month}-${String(day).padStart(2, '0')}` : null;
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `2026-11` → "November 2026". */
export function monthName(month: string): string {
  return monthFormat.format(new Date(`${month}-01T00:00:00Z`));
}
