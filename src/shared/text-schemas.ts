import { z } from 'zod';
import { isCalendarDay } from './calendar-day.ts';
import { limits } from './limits.ts';
import { isTimeZone } from './time-zone.ts';

/**
 * Whether a text has neither NUL, which Postgres cannot store, nor lone surrogates, which are invalid Unicode.
 */
export function isStorableText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

// Includes tab and newline, so it is for single lines only.
const controlCharacters = /\p{Cc}/u;

/**
 * The Unicode controls that begin and end an embedding, an override or an isolate. If the ending control is
 * missing, text after the line may be shown in the wrong order.
 */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Matches a text with a character that is visible, unlike a zero-width space, a Hangul filler or an empty Braille cell.
 */
const visibleCharacter = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * One line of text, trimmed; may be empty. `typeMessage` is the error for a value that is not a string. Direction
 * controls are removed, not rejected: phone numbers and names copied from contacts can contain them, and users cannot
 * see what to correct. A line without a visible character becomes empty. For NFC, see `optionalText`.
 */
export function optionalLine(typeMessage: string, maxLength: number) {
  return z
    .string({ error: typeMessage })
    .overwrite((text) =>
      visibleCharacter.test(text) ? text.replace(directionControls, '').normalize('NFC') : '',
    )
    .trim()
    .max(maxLength, `Please use at most ${maxLength} characters`)
    .refine((text) => isStorableText(text) && !controlCharacters.test(text), 'Please use plain text only');
}

/** One required line of text, trimmed. `requiredMessage` is the error for an empty field. */
export function requiredLine(requiredMessage: string, maxLength: number = limits.textMaxLength) {
  return optionalLine(requiredMessage, maxLength).min(1, requiredMessage);
}

/**
 * Multiline text; may be empty. Stored in NFC, because some keyboards send a letter and its accent as two characters,
 * and equal words must be equal in searches and comparisons.
 */
export function optionalText(maxLength: number) {
  return z
    .string()
    .overwrite((text) => text.normalize('NFC'))
    .max(maxLength, `Please use at most ${maxLength} characters`)
    .refine(isStorableText, 'Please use plain text only');
}

/** Multiline text. `requiredMessage` is the error for a text without a visible character. */
export function requiredText(requiredMessage: string, maxLength: number) {
  return optionalText(maxLength).refine((text) => visibleCharacter.test(text), requiredMessage);
}

/** Trimmed, otherwise stored as typed, and compared case-insensitively (`lower(email)` is unique). */
export const emailSchema = z
  .string({ error: 'Enter an email such as name@example.com' })
  .trim()
  .max(limits.emailMaxLength, 'This email is too long')
  .refine(isStorableText, 'Enter an email such as name@example.com')
  .pipe(z.email('Enter an email such as name@example.com'));

/** Used as typed, in any writing system; never trimmed or normalized (ASVS 6.2.8). */
export const passwordSchema = z
  .string({ error: `Password must be at least ${limits.passwordMinLength} characters` })
  .min(limits.passwordMinLength, `Password must be at least ${limits.passwordMinLength} characters`)
  .max(limits.passwordMaxLength, `Password must be at most ${limits.passwordMaxLength} characters`)
  .refine(isStorableText, 'Please use letters, digits and symbols only');

/** A valid date as `YYYY-MM-DD`. An ISO 8601 date-time is truncated (documented calls send one as `dateOfBirth`). */
export function calendarDay(requiredMessage: string, example = '1990-01-31') {
  const exampleMessage = `Enter a date such as ${example}`;
  return z
    .string({ error: requiredMessage })
    .trim()
    .min(1, requiredMessage)
    .max(40, exampleMessage)
    .transform((text) =>
      /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text.slice(0, 10) : text,
    )
    .refine(isCalendarDay, exampleMessage);
}

/** Whole years between a birth date and a date, both `YYYY-MM-DD`. */
export function ageOn(birthDay: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDay.slice(0, 4));
  return day.slice(5) < birthDay.slice(5) ? years - 1 : years;
}

/** Loose E.164: 6 to 20 digits with the usual separators. */
export const phoneSchema = requiredLine('Phone number is required', 40).refine(
  (text) => /^\+?[\d\s().-]+$/.test(text) && /^\d{6,20}$/.test(text.replace(/\D/g, '')),
  'Enter a phone number such as +1 555 010 0199',
);

/** An https URL without a user name and password; may be empty. */
export function httpsUrl() {
  const message = 'Enter an address that starts with https://';
  return z
    .string({ error: message })
    .trim()
    .max(2_000, 'This address is too long')
    .refine((text) => text === '' || isHttpsUrl(text), message);
}

function isHttpsUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}

/** An IANA time zone, such as Europe/Amsterdam. */
export function timeZoneSchema(message: string) {
  return z.string({ error: message }).trim().max(64, message).refine(isTimeZone, message);
}
