import { describe, expect, it } from 'vitest';
import { adviceOf, isFinal, nextStep } from './next-step.ts';

const hours = { reviewHoursFrom: 24, reviewHoursTo: 48 };
const now = Date.parse('2026-11-20T10:00:00Z');
const facts = {
  status: 'pending',
  supersededAt: null,
  canResubmit: true,
  appealedAt: null,
  requestedItems: [],
  createdAt: '2026-11-18T10:00:00Z',
} as const;

describe('nextStep', () => {
  it('nextStep apologizes only after the promised 48 hours', () => {
    expect(nextStep(facts, now, hours)).toContain('usually within 24-48 hours');
    expect(nextStep(facts, now + 1, hours)).toContain('We are sorry');
  });
  it('nextStep states the review time from the settings', () => {
    const longer = { reviewHoursFrom: 48, reviewHoursTo: 72 };
    expect(nextStep(facts, now + 1, longer)).toContain('usually within 48-72 hours');
    expect(nextStep(facts, now, { reviewHoursFrom: 1, reviewHoursTo: 1 })).toContain(
      'longer than the 1 hour',
    );
  });
  it('a final rejection offers one appeal', () => {
    const final = { ...facts, status: 'rejected', canResubmit: false } as const;
    expect(nextStep(final, now, hours)).toContain('appeal it once');
    expect(nextStep({ ...final, appealedAt: facts.createdAt }, now, hours)).toContain('the decision stands');
    expect(nextStep({ ...final, canResubmit: true }, now, hours)).toContain('send a new application');
  });
  it('nextStep says whether the applicant must act', () => {
    const review = { ...facts, status: 'requires_review' } as const;
    expect(nextStep(review, now, hours)).toContain('don’t need to do anything');
    expect(nextStep({ ...review, requestedItems: ['back_side'] }, now, hours)).toContain('Please send these');
    expect(nextStep({ ...review, canResubmit: false, appealedAt: facts.createdAt }, now, hours)).toContain(
      'received your appeal',
    );
  });
});

it('a decision stays final while its appeal is open, and an approval is never final', () => {
  expect(isFinal({ canResubmit: false, status: 'rejected' })).toBe(true);
  expect(isFinal({ canResubmit: false, status: 'requires_review' })).toBe(true);
  expect(isFinal({ canResubmit: false, status: 'approved' })).toBe(false);
  expect(isFinal({ canResubmit: true, status: 'rejected' })).toBe(false);
});

it('a final rejection does not ask for documents again', () => {
  const rejection = { reasonCode: 'under_age', status: 'rejected' } as const;
  const problem = 'You are younger than the minimum age of the academy.';
  expect(adviceOf({ ...rejection, canResubmit: false })).toBe(problem);
  expect(adviceOf({ ...rejection, canResubmit: true })).toBe(
    `${problem} Send your documents again once you have reached it.`,
  );
});
