import type { ReactNode } from 'react';
import { isCalendarDay } from '../../shared/calendar-day.ts';
import { formatDate, formatDateTime } from '../lib/format.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

export type DateFieldProps = Omit<TextFieldProps, 'type' | 'value'> & {
  /** `YYYY-MM-DD`, or with `type="datetime-local"` a moment in the user's time zone. */
  value: string;
  type?: 'date' | 'datetime-local';
  /** Where the day begins and ends, if that matters: in the user's time zone, or in UTC. */
  zone?: 'own' | 'UTC';
  /** Shown while the field is empty, such as "Empty: no end". */
  emptyHint?: ReactNode;
};

/**
 * A day or a moment. Browsers show both in the order of their own language, where 03/04 is April or March, so the line
 * below the field repeats what was entered as it is written everywhere else: "20 Nov 2026".
 */
export function DateField({ value, type = 'date', zone, hint, emptyHint, ...field }: DateFieldProps) {
  const written = type === 'date' ? writtenDay(value, zone) : formatDateTime(value);
  return (
    <TextField
      {...field}
      type={type}
      value={value}
      hint={
        written ? (
          <>
            <span className="tabular">{written}</span>
            {hint && <span className="block">{hint}</span>}
          </>
        ) : (
          (hint ?? emptyHint)
        )
      }
    />
  );
}

/** Nothing while a year is being typed, which browsers report digit by digit. */
function writtenDay(day: string, zone: DateFieldProps['zone']): string {
  if (!isCalendarDay(day)) return '';
  if (zone === undefined) return formatDate(day);
  return `${formatDate(day)}, ${zone === 'UTC' ? 'UTC' : ownZone(day)}`;
}

/** The browser's time zone on that day, such as "CET". */
function ownZone(day: string): string {
  return formatDateTime(`${day}T12:00`).replace(/^.*:\d\d /, '');
}
