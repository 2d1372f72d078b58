import { useState } from 'react';
import { isCalendarDay } from '../../../shared/calendar-day.ts';
import { DateField } from '../../ui/date-field.tsx';

export type DayRangeProps = {
  labels: { from: string; to: string };
  /** The first and the last day as in the URL, `YYYY-MM-DD`; undefined for no limit. */
  from: string | undefined;
  to: string | undefined;
  /** Called with a valid day, or with '' for a cleared field. */
  onChange: (day: { from: string } | { to: string }) => void;
};

/** The two fields of a filter by day: the first and the last day. */
export function DayRange({ labels, from = '', to = '', onChange }: DayRangeProps) {
  const isReversed = from !== '' && to !== '' && to < from;
  return (
    <>
      <DayField label={labels.from} day={from} onDay={(day) => onChange({ from: day })} />
      <DayField
        label={labels.to}
        day={to}
        error={isReversed ? 'The end date is before the start date' : undefined}
        onDay={(day) => onChange({ to: day })}
      />
    </>
  );
}

type DayFieldProps = { label: string; day: string; error?: string | undefined; onDay: (day: string) => void };

/**
 * While a year is typed, browsers report a date after each digit, with the years 0002, 0020, 0202 and 2026. `onDay` is
 * called only when the year is complete.
 */
function DayField({ label, day, error, onDay }: DayFieldProps) {
  const [typed, setTyped] = useState(day);
  const [shown, setShown] = useState(day);
  const [wasBlurred, setWasBlurred] = useState(false);
  if (shown !== day) {
    setShown(day);
    setTyped(day);
  }
  const isDay = typed === '' || isCalendarDay(typed);
  return (
    <DateField
      label={label}
      zone="UTC"
      value={typed}
      error={wasBlurred && !isDay ? 'Enter a date such as 2026-01-31' : error}
      onBlur={() => setWasBlurred(true)}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        setWasBlurred(false);
        if (value === '' || isCalendarDay(value)) onDay(value);
      }}
    />
  );
}
