import { expect, it } from 'vitest';
import { pastDueText, unpaidAccessText } from './past-due-text.ts';

const gold: Parameters<typeof pastDueText>[0] = {
  subscribedPlan: 'gold',
  payUrl: 'https://pay.example',
  needsConfirmation: false,
  suspension: null,
  cancelAtPeriodEnd: false,
  currentPeriodEnd: '2027-03-30T12:00:00Z',
  graceEndsAt: '2027-03-07T12:00:00Z',
  grants: [],
};
const textOf = (changes: object, day: string) =>
  pastDueText({ ...gold, ...changes }, Date.parse(`${day}T12:00:00Z`));

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

const granted = (plan: string, endsAt: string | null) => ({
  grants: [{ id: 'grant', plan, startsAt: '2027-01-01T00:00:00Z', endsAt, isActive: true }],
});

it('no text announces the end of access that a grant of the same or a higher tier keeps open', () => {
  const diamond = granted('diamond', '2027-04-01T00:00:00Z');
  expect(textOf(diamond, '2027-03-05')).toBe(
    'You keep your access, because the academy gave you Diamond until 31 Mar 2027. Update your card or choose “Pay now”, and your membership continues.',
  );
  expect(textOf(granted('gold', null), '2027-03-08')).toMatch(
    /^You keep your access, because the academy gave you Gold\. Paying restores your Gold membership\. We may charge/,
  );
});

it('the text about suspended access names no day on which access ends', () => {
  const suspension = { coveredPlan: null, since: '2027-03-01T12:00:00Z', until: null, payments: [] };
  expect(unpaidAccessText({ ...gold, suspension }, Date.parse('2027-03-05T12:00:00Z'))).toBe('');
});

it.each([
  ['of a lower tier', granted('silver', null), '2027-03-05'],
  ['that ends before the grace period', granted('gold', '2027-03-06T00:00:00Z'), '2027-03-05'],
])('the text announces the end of access in spite of a grant %s', (_, grant, day) => {
  expect(textOf(grant, day)).toMatch(/^You keep Gold until 7 Mar 2027/);
});
