import { describe, expect, it } from 'vitest';
import { allowsQuickDecision, quickNote } from './use-quick-decision.ts';

describe('quickNote', () => {
  const day = new Date('2026-11-21T12:00:00Z');
  it('the note of a quick decision states the decision and its day', () => {
    expect(quickNote('approved', day)).toBe('Approved via Recent Users section by admin on 21 Nov 2026');
    expect(quickNote('rejected', day)).toBe('Rejected via Recent Users section by admin on 21 Nov 2026');
  });
});

describe('allowsQuickDecision', () => {
  const waiting: Parameters<typeof allowsQuickDecision>[0] = {
    role: 'user',
    kycStatus: 'pending',
    kycSubmitted: true,
    flags: [],
  };
  it('a quick decision is offered for a user whose application is pending', () =>
    expect(allowsQuickDecision(waiting)).toBe(true));
  it.each([
    ['an admin', { role: 'admin' as const }],
    ['a user without an application', { kycSubmitted: false }],
    ['an application that requires review', { kycStatus: 'requires_review' as const }],
    ['an approved user', { kycStatus: 'approved' as const }],
    ['an application with a flag', { flags: ['under_age' as const] }],
  ])('a quick decision is not offered for %s', (_name, changes) =>
    expect(allowsQuickDecision({ ...waiting, ...changes })).toBe(false),
  );
});
