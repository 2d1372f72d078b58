import type { Decline } from './api-error.ts';

export type CardOutcome =
  | { kind: 'succeeds' }
  | { kind: 'authenticates' }
  | { kind: 'declines'; decline: Decline };

export type TestCard = {
  number: string;
  label: string;
  /** The outcome when the buyer pays on the hosted page. */
  outcome: CardOutcome;
  /** The outcome when a stored card is charged without the buyer; default: it succeeds. */
  stored?: CardOutcome;
  /** Whether the card's bank reports the payment as fraudulent, before any dispute. */
  isReported?: boolean;
};

export const genericDecline: Decline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
};
const declines: CardOutcome = { kind: 'declines', decline: genericDecline };

/** The numbers are Stripe's: https://docs.stripe.com/testing. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', label: 'Payment succeeds', outcome: { kind: 'succeeds' } },
  {
    number: '4000002500003155',
    label: 'Asks the buyer to authenticate',
    outcome: { kind: 'authenticates' },
  },
  {
    number: '4000002760003184',
    label: 'Asks to authenticate, at renewals too',
    outcome: { kind: 'authenticates' },
    stored: { kind: 'authenticates' },
  },
  {
    number: '4000000000000002',
    label: 'Card is declined',
    outcome: declines,
    stored: declines,
  },
  {
    number: '4000000000000341',
    label: 'Succeeds now, is declined at renewal',
    outcome: { kind: 'succeeds' },
    stored: declines,
  },
  {
    number: '4000000000005423',
    label: 'Succeeds, raises an early fraud warning',
    outcome: { kind: 'succeeds' },
    isReported: true,
  },
];

/** `4242424242424242` → `4242 4242 4242 4242`. */
export function groupDigits(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** Digits only, spaces and dashes removed. */
export function cardDigits(typed: string): string {
  return typed.replace(/[\s-]/g, '');
}

/** Whether the text is 12 to 19 digits that end with the correct check digit (Luhn). */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  let sum = 0;
  for (const [index, character] of [...digits].reverse().entries()) {
    const doubled = Number(character) * (index % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

export function findTestCard(digits: string): TestCard | undefined {
  return testCards.find((card) => card.number === digits);
}

/** Only the last four digits of a card are stored. They differ between the test cards. */
export function findTestCardByLast4(last4: string): TestCard | undefined {
  return testCards.find((card) => card.number.endsWith(last4));
}
