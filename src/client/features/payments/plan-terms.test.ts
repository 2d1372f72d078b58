import { expect, it } from 'vitest';
import type { PlanChoice } from './plan-choice.ts';
import { planTerms } from './plan-terms.ts';

const gold = { plan: 'gold', priceCents: 4_999 } as const;

it.each<[PlanChoice, string]>([
  [{ kind: 'sign_in' }, '$49.99 today, then $49.99 every month until you cancel.'],
  [{ kind: 'subscribe' }, '$49.99 today, then $49.99 every month until you cancel.'],
  [{ kind: 'upgrade' }, 'The difference today, then $49.99 every month.'],
  [{ kind: 'downgrade' }, 'Nothing today, $49.99 every month once it begins.'],
  [{ kind: 'scheduled', from: '2026-12-01T00:00:00Z' }, 'Nothing today, $49.99 every month once it begins.'],
  [{ kind: 'granted' }, 'You are not charged for this membership here.'],
  [{ kind: 'included' }, 'You are not charged for this membership here.'],
  [{ kind: 'current', endsAt: null }, '$49.99 every month until you cancel.'],
  [{ kind: 'current', endsAt: '2026-12-01T12:00:00Z' }, 'Paid until 1 Dec 2026, then it ends.'],
])('the terms mention a payment today only if the plan would begin today: %j', (choice, terms) => {
  expect(planTerms(gold, choice, undefined)).toBe(terms);
});

const own = { priceCents: 3_999, announcedPriceCents: null, announcedFrom: null, pendingPriceCents: null };

it('a scheduled downgrade costs the price that was shown when it was scheduled', () => {
  const scheduled = { kind: 'scheduled', from: '2026-12-01T00:00:00Z' } as const;
  expect(planTerms(gold, scheduled, { ...own, pendingPriceCents: 4_499 })).toBe(
    'Nothing today, $44.99 every month once it begins.',
  );
});

it('members keep the price that they signed up for', () => {
  expect(planTerms(gold, { kind: 'current', endsAt: null }, own)).toBe(
    'You keep your price: $39.99 every month.',
  );
});

it('an announced price is shown with its date', () => {
  const announced = { ...own, announcedPriceCents: 4_999, announcedFrom: '2026-12-29T12:00:00Z' };
  expect(planTerms(gold, { kind: 'current', endsAt: null }, announced)).toBe(
    '$39.99 every month, $49.99 for renewals from 29 Dec 2026.',
  );
});
