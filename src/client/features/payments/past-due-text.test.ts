import { expect, it } from 'vitest';
import { pastDueText } from './past-due-text.ts';

const gold = {
  subscribedPlan: 'gold',
  payUrl: 'https://pay.example',
  needsConfirmation: false,
  suspension: null,
  cancelAtPeriodEnd: false,
  currentPeriodEnd: '2027-03-30T12:00:00Z',
} as const;
const graceEndsAt = '2027-03-07T12:00:00Z';
const textOf = (changes: object, day: string) =>
  pastDueText({ ...gold, ...changes }, graceEndsAt, Date.parse(`${day}T12:00:00Z`));

it('the text about a failed payment states the day and time at which access ends', () => {
  expect(textOf({}, '2027-03-05')).toMatch(
    /^You keep Gold until 7 Mar 2027, \d\d:\d\d \S+\. Update your card or choose “Pay now”, and your membership continues;/,
  );
});

it('the text about a failed payment promises no further month to a student who has canceled', () => {
  const text = textOf({ cancelAtPeriodEnd: true }, '2027-03-05');
  expect(text).toContain('and your membership is paid until it ends on 30 Mar 2027;');
  expect(text).not.toContain('continues');
});

it('while the bank waits for a confirmation, the text asks for the confirmation and mentions neither paying nor further attempts', () => {
  const waits = { needsConfirmation: true };
  expect(textOf(waits, '2027-03-05')).toContain('Confirm the payment and your membership continues;');
  const ended = textOf(waits, '2027-03-08');
  expect(ended).toMatch(/^Your Gold access ended on 7 Mar 2027\. Confirming the payment restores it/);
  expect(ended).not.toMatch(/Paying|charge/);
  expect(textOf({}, '2027-03-08')).toContain('Paying restores it immediately');
});
