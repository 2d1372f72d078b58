import { describe, expect, it } from 'vitest';
import {
  caseStatus,
  isOverdue,
  readQueueSearch,
  statusDetail,
  waitingText,
  waitsForAdmin,
} from './kyc-cases.ts';

it('readQueueSearch returns only the filters of the queue, and ignores unknown values', () => {
  expect(readQueueSearch({ tab: 'kyc', status: 'rejected', country: 'Chile', flag: 'under_age' })).toEqual({
    status: 'rejected',
    country: 'Chile',
    flag: 'under_age',
  });
  expect(readQueueSearch({ status: 'held', document: 'library card', flag: 'x', assignee: 'you' })).toEqual({
    status: 'open',
  });
});

describe('waiting time', () => {
  const now = Date.parse('2026-11-20T10:00:00Z');
  it.each([
    ['2026-11-20T09:30:00Z', 'less than 1 h', false],
    ['2026-11-20T04:00:00Z', '6 h', false],
    ['2026-11-18T10:00:00Z', '2 days', false],
    ['2026-11-18T09:59:59Z', '2 days', true],
    ['2026-11-10T10:00:00Z', '10 days', true],
  ])('a case from %s has waited %s, and is overdue: %s', (createdAt, text, overdue) => {
    expect(waitingText(createdAt, now)).toBe(text);
    expect(isOverdue(createdAt, now, 48)).toBe(overdue);
  });
  it('a case is overdue when it has waited longer than the review time in the settings', () => {
    expect(isOverdue('2026-11-20T04:00:00Z', now, 5)).toBe(true);
    expect(isOverdue('2026-11-18T09:59:59Z', now, 72)).toBe(false);
  });
});

it.each([
  ['requires_review', ['front_side', 'explanation'], true, 'Asked for: front side, corrected details.'],
  ['requires_review', [], true, undefined],
  ['rejected', [], false, 'Final decision: no new application.'],
  ['rejected', [], true, undefined],
  ['approved', [], true, undefined],
] as const)('statusDetail: %s, %j, canResubmit %s → %s', (status, requestedItems, canResubmit, text) => {
  expect(statusDetail({ status, requestedItems: [...requestedItems], canResubmit })).toBe(text);
});

it.each([
  ['requires_review', ['front_side'], null, 'Waiting for applicant'],
  ['requires_review', [], null, 'Needs review'],
  ['requires_review', ['front_side'], '2026-11-20T10:00:00Z', 'Needs review'],
  ['rejected', ['front_side'], null, 'Rejected'],
] as const)('caseStatus: %s, %j, superseded at %s → %s', (status, requestedItems, supersededAt, word) => {
  expect(caseStatus({ status, requestedItems: [...requestedItems], supersededAt }).label).toBe(word);
});

it('a case waits for an admin while it is open and nothing is requested from its applicant', () => {
  const waits = (facts: object) =>
    waitsForAdmin({ status: 'requires_review', requestedItems: [], supersededAt: null, ...facts });
  expect(waits({})).toBe(true);
  expect(waits({ status: 'pending' })).toBe(true);
  expect(waits({ requestedItems: ['front_side'] })).toBe(false);
  expect(waits({ status: 'approved' })).toBe(false);
  expect(waits({ supersededAt: '2026-11-20T10:00:00Z' })).toBe(false);
});
