import type { ReactNode } from 'react';
import { isCalendarDay } from '../../shared/calendar-day.ts';
import { formatDate, formatDateTime } from '../lib/format.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

export type DateFieldProps = Omit<TextFieldProps, 'type' | 'value' | 'written'> & {
  /** `YYYY-MM-DD`, or with `type="datetime-local"` a moment in the user's time zone. */
  value: string;
  type?: 'date' | 'datetime-local';
  /** The time zone of the day, if the zone matters: the user's own, or UTC. */
  zone?: 'own' | 'UTC';
  /** Shown while the field is empty, such as "Leave empty for no end". */
  emptyHint?: ReactNode;
};

/**
 * A field for a day or a time. Browsers display dates in the order of their language: 03/04 can be 3 April or March 4.
 * So the line below the field repeats the value in the format of the academy: "20 Nov 2026".
 */
export function DateField({ value, type = 'date', zone, hint, emptyHint, ...field }: DateFieldProps) {
  const written = type === 'date' ? writtenDay(value, zone) : formatDateTime(value);
  return (
    <TextField
      {...field}
      type={type}
      value={value}
      written={written}
      hint={hint ?? (written ? undefined : emptyHint)}
    />
  );
}

/** The day as text; empty while the year is being typed, because browsers report each digit as a new value. */
function writtenDay(day: string, zone: DateFieldProps['zone']): string {
  if (!isCalendarDay(day)) return '';
  if (zone === undefined) return formatDate(day);
  return `${formatDate(day)}, ${zone === 'UTC' ? 'UTC' : ownZone(day)}`;
}

/** The browser's time zone on that day, such as "CET". */
function ownZone(day: string): string {
  return formatDateTime(`${day}T12:00`).replace(/^.*:\d\d /, '');
}
