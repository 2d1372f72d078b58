import { expect, it } from 'vitest';
import { formatDateTime } from '../../../lib/format.ts';
import { auditDetails } from './audit-details.ts';

const product = { subjectType: 'product', subjectId: '3' };
const upload = '0193a6a0-0000-7000-8000-000000000001';

it.each([
  [{ price_cents: { from: 1999, to: 2500 } }, [['Price', '$19.99 → $25.00']]],
  [
    { is_active: { from: false, to: true }, content: 'changed' },
    [
      ['Active', 'no → yes'],
      ['Content', 'changed'],
    ],
  ],
  [{ file_upload_id: { from: upload, to: null } }, [['File', 'removed']]],
  [{ author: { from: null, to: 'Mara Ellis' } }, [['Author', 'none → Mara Ellis']]],
])('the changes %j of a product are shown with labels and readable values', (changes, texts) => {
  const details = [{ name: 'changes', value: JSON.stringify(changes) }];
  expect(auditDetails({ ...product, details })).toEqual(texts.map(([label, text]) => ({ label, text })));
});

it('changes whose stored JSON was cut off are shown as stored', () => {
  const value = '{"title":{"from":"Riv…';
  expect(auditDetails({ ...product, details: [{ name: 'changes', value }] })).toEqual([
    { label: 'Changes', text: value },
  ]);
});

it.each([
  ['setting', 'kycGate', 'after', 'purchases', 'To: Every purchase'],
  ['setting', 'stampPdfs', 'before', 'false', 'From: off'],
  ['setting', 'discordUrl', 'before', '', 'From: empty'],
  ['kyc_application', upload, 'from', 'requires_review', 'From: Needs review'],
  ['kyc_application', upload, 'reasonCode', 'unreadable', 'Reason: Unreadable'],
  ['user', upload, 'reason', 'Asked by phone', 'Reason: Asked by phone'],
  ['contact_message', upload, 'final', 'true', 'Final: yes'],
  ['daily_hand', '2026-12-03', 'to', '2026-12-05', 'To: 5 Dec 2026'],
])('%s %s: the detail %s=%s is shown as “%s”', (subjectType, subjectId, name, value, text) => {
  const [detail] = auditDetails({ subjectType, subjectId, details: [{ name, value }] });
  expect(`${detail?.label}: ${detail?.text}`).toBe(text);
});

it.each([
  [
    { subjectType: 'plan', subjectId: 'silver' },
    { before: { priceCents: 1999, listPriceCents: 2999 }, after: { priceCents: 2500, listPriceCents: 2999 } },
    ['From: $19.99, list price $29.99', 'To: $25.00, list price $29.99'],
  ],
  [
    { subjectType: 'announcement', subjectId: upload },
    {
      before: { message: 'Maintenance tonight', ends_at: '2026-11-30T18:44:00.000Z' },
      after: {
        message: 'Maintenance at 22:00 UTC',
        audience: 'everyone',
        tone: 'info',
        starts_at: '2026-11-29T18:44:00.000Z',
        ends_at: '2026-11-30T18:44:00.000Z',
        link_label: 'Read more',
        link_path: '/products',
      },
    },
    [
      `From: “Maintenance tonight”, until ${formatDateTime('2026-11-30T18:44:00.000Z')}`,
      `To: “Maintenance at 22:00 UTC”, Everyone, News, from ${formatDateTime('2026-11-29T18:44:00.000Z')}, until ${formatDateTime('2026-11-30T18:44:00.000Z')}, link “Read more” to /products`,
    ],
  ],
  [
    { subjectType: 'hand', subjectId: upload },
    { title: { from: 'River Bluff', to: 'A River Bluff' } },
    ['Title: River Bluff → A River Bluff'],
  ],
  [
    { subjectType: 'hand', subjectId: upload },
    { title: { from: 'River Bluff', to: 'River Bluff' } },
    ['Title: River Bluff'],
  ],
])('%j: the details %j are shown in words', (subject, stored, texts) => {
  const details = Object.entries(stored).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
  expect(auditDetails({ ...subject, details }).map(({ label, text }) => `${label}: ${text}`)).toEqual(texts);
});

it('no two details of a granted membership have the same label', () => {
  const details = [
    { name: 'before', value: 'not given' },
    { name: 'after', value: 'gold' },
    { name: 'from', value: '2026-12-12T10:00:00.000Z' },
  ];
  expect(auditDetails({ subjectType: 'user', subjectId: upload, details }).map(({ label }) => label)).toEqual(
    ['From', 'To', 'Starts'],
  );
});

it('the entry for the start of an impersonation shows the latest time at which the impersonation can have ended', () => {
  const until = '2026-12-12T10:15:00.000Z';
  const details = [{ name: 'until', value: until }];
  expect(auditDetails({ subjectType: 'user', subjectId: upload, details })).toEqual([
    { label: 'Ended at the latest', text: formatDateTime(until) },
  ]);
});

it('times are formatted, and ids of files and empty details are left out', () => {
  const details = [
    { name: 'dueAt', value: '2026-12-12T10:00:00.000Z' },
    { name: 'from', value: upload },
    { name: 'to', value: 'null' },
  ];
  expect(auditDetails({ ...product, details })).toEqual([
    { label: 'Due', text: expect.stringMatching(/^12 Dec 2026, /) },
  ]);
});
