import { expect, it } from 'vitest';
import type { HistoryEntry } from '../../../../shared/admin/user-history.ts';
import { historyNote } from './history-labels.ts';

const refund: HistoryEntry = {
  key: 'refund-1',
  at: '2026-11-20T12:00:00.000Z',
  action: 'payment.refund',
  byName: 'Olga Whitfield',
  amountCents: 1_999,
  note: 'Bought it twice',
  details: {},
  paymentId: null,
  caseId: null,
  messageId: null,
  device: null,
  address: null,
};

it.each<[status: string, note: string]>([
  ['requested', 'Waiting for Stripe. Bought it twice'],
  ['pending', 'On its way. Bought it twice'],
  ['failed', 'Failed. Bought it twice'],
  ['succeeded', 'Bought it twice'],
])('the note of a refund begins with the refund’s status, unless it succeeded (%s)', (status, note) => {
  expect(historyNote({ ...refund, details: { after: status } })).toBe(note);
});

it.each<[action: string, details: Record<string, string>, note: string]>([
  ['membership.started', { after: 'silver' }, 'Silver'],
  ['membership.changed', { before: 'silver', after: 'gold' }, 'Silver to Gold'],
  ['membership.ended', { before: 'gold' }, 'Gold'],
  ['consent.terms', { version: '2026-12-01.0002' }, 'Version 2026-12-01.0002'],
])(
  'the note names the plan of a membership, or the version of an accepted legal text (%s)',
  (action, details, note) => {
    expect(historyNote({ ...refund, action, note: null, details })).toBe(note);
  },
);
