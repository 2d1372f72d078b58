import { z } from 'zod';
import { serverNow } from '../../../shared/server-clock.ts';
import { endOfDay, startOfDay } from '../../lib/local-day.ts';

/** A field for a day, which may be empty. */
export const optionalDay = z
  .string()
  .refine(
    (text) => text === '' || !Number.isNaN(startOfDay(text).getTime()),
    'Enter a date such as 2027-01-31',
  );

/** A field for the last day of a period, which may be empty. */
export const optionalLastDay = optionalDay.refine(
  (text) => text === '' || endOfDay(text).getTime() > serverNow(),
  'The last day must not be in the past',
);
