import { describe, expect, it } from 'vitest';
import {
  isOverdue,
  listCases,
  newestOpenCase,
  nextOpenCase,
  readCaseFilter,
  waitingText,
} from './kyc-cases.ts';

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`;
const cases = [
  { id: 'new', status: 'pending', supersededAt: null, createdAt: at(20) },
  { id: 'yes', status: 'approved', supersededAt: null, createdAt: at(19) },
  { id: 'look', status: 'requires_review', supersededAt: null, createdAt: at(12) },
  { id: 'gone', status: 'pending', supersededAt: at(12), createdAt: at(10) },
  { id: 'no', status: 'rejected', supersededAt: null, createdAt: at(5) },
  { id: 'old-yes', status: 'approved', supersededAt: at(19), createdAt: at(2) },
] as const;
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

describe('listCases', () => {
  it('puts the longest waiting first and leaves superseded ones out', () =>
    expect(ids(listCases(cases, 'open'))).toEqual(['look', 'new']));
  it('lists decided ones newest first, without superseded ones', () => {
    expect(ids(listCases(cases, 'approved'))).toEqual(['yes']);
    expect(ids(listCases(cases, 'rejected'))).toEqual(['no']);
  });
  it('lists everything under all', () =>
    expect(ids(listCases(cases, 'all'))).toEqual(['new', 'yes', 'look', 'gone', 'no', 'old-yes']));
});

it('offers the longest waiting other case as the next one', () => {
  expect(nextOpenCase(cases, 'look')?.id).toBe('new');
  expect(nextOpenCase(cases, 'yes')?.id).toBe('look');
  expect(nextOpenCase([cases[0]], 'new')).toBeUndefined();
});

it('takes the newest open application for the quick action', () => {
  expect(newestOpenCase(cases)?.id).toBe('new');
  expect(newestOpenCase([cases[1], cases[3]])).toBeUndefined();
});

it('reads an unknown filter as open', () => {
  expect(readCaseFilter('rejected')).toBe('rejected');
  expect(readCaseFilter('held')).toBe('open');
  expect(readCaseFilter(undefined)).toBe('open');
});

describe('waiting time', () => {
  const now = Date.parse('2026-11-20T10:00:00Z');
  it.each([
    ['2026-11-20T09:30:00Z', 'less than 1 h', false],
    ['2026-11-20T04:00:00Z', '6 h', false],
    ['2026-11-18T10:00:00Z', '2 days', false],
    ['2026-11-18T09:59:59Z', '2 days', true],
    ['2026-11-10T10:00:00Z', '10 days', true],
  ])('of %s is %s', (createdAt, text, overdue) => {
    expect(waitingText(createdAt, now)).toBe(text);
    expect(isOverdue(createdAt, now)).toBe(overdue);
  });
});
