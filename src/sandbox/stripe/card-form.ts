import { cardDigits, isCardNumber } from './test-cards.ts';

export const cardFields = ['email', 'card', 'expiry', 'cvc', 'name'] as const;
export type CardField = (typeof cardFields)[number];
/** The form fields exactly as the buyer typed them. */
export type CardForm = Record<CardField, string>;
export type FieldErrors = Partial<Record<CardField, string>>;

export const emptyCardForm: CardForm = { email: '', card: '', expiry: '', cvc: '', name: '' };

type ReadCardForm =
  | { ok: true; email: string; name: string; number: string }
  | { ok: false; errors: FieldErrors };

const maxLength = 254;

/** Parses text such as `12 / 34`, `1234` and `12/2034` into month and year; undefined for any other text. */
function readExpiry(typed: string): { month: number; year: number } | undefined {
  const match = /^\s*(\d{1,2})\s*[/-]?\s*(\d{2}|\d{4})\s*$/.exec(typed);
  if (!match) return undefined;
  const month = Number(match[1]);
  const year = Number(match[2]) + (match[2]?.length === 2 ? 2000 : 0);
  return month >= 1 && month <= 12 ? { month, year } : undefined;
}

function expiryError(typed: string, now: Date): string | undefined {
  if (typed.trim() === '') return 'Enter the month and year, for example 12 / 34.';
  const expiry = readExpiry(typed);
  if (!expiry) return "Your card's expiration date is invalid: write it as MM / YY.";
  const isPast =
    expiry.year < now.getUTCFullYear() ||
    (expiry.year === now.getUTCFullYear() && expiry.month < now.getUTCMonth() + 1);
  if (isPast) return "Your card's expiration date is in the past.";
  return expiry.year > now.getUTCFullYear() + 50 ? "Your card's expiration year is invalid." : undefined;
}

function cardNumberError(typed: string): string | undefined {
  const digits = cardDigits(typed);
  if (digits === '') return 'Enter a card number.';
  if (!/^\d+$/.test(digits)) return 'Your card number may contain only digits and spaces.';
  if (digits.length < 12) return 'Your card number is incomplete.';
  return isCardNumber(digits) ? undefined : 'Your card number is invalid.';
}

/** Validates the form. `errors` has one sentence for each invalid field. */
export function readCardForm(form: CardForm, now: Date): ReadCardForm {
  const email = form.email.trim();
  const name = form.name.trim();
  const errors: FieldErrors = {};
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || email.length > maxLength) {
    errors.email = 'Enter an email address such as name@example.com.';
  }
  const numberProblem = cardNumberError(form.card);
  if (numberProblem) errors.card = numberProblem;
  const expiryProblem = expiryError(form.expiry, now);
  if (expiryProblem) errors.expiry = expiryProblem;
  if (!/^\d{3,4}$/.test(form.cvc.trim())) errors.cvc = 'Enter the 3 or 4 digits of the security code.';
  if (name === '') errors.name = 'Enter the name on the card.';
  else if (name.length > maxLength) errors.name = 'This name is too long.';
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, email, name, number: cardDigits(form.card) };
}
