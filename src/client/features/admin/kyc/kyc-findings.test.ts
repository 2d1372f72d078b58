import { expect, it } from 'vitest';
import { findingsOf } from './kyc-findings.ts';

const noMatches = { sameNumber: [], sameFile: [], age: 30, minimumAge: 18 };
const facts = {
  flags: ['name_differs' as const],
  firstName: 'Kofi',
  lastName: 'Mensah',
  documentType1: 'passport' as const,
  documentType2: 'passport' as const,
};
const account = {
  id: 'a',
  email: 'kofi@example.test',
  role: 'user',
  kycStatus: 'pending' as const,
  createdAt: '2026-11-20T10:00:00Z',
};

it.each([
  ['Kofi', 'Annan', 'The application says Kofi Mensah, the account Kofi Annan'],
  ['', 'Mensah', 'The application says Kofi Mensah, the account Mensah'],
  ['', '', 'The application says Kofi Mensah, the account has no name'],
])('names the account "%s %s" in the warning', (firstName, lastName, sentence) => {
  const user = { ...account, firstName, lastName };
  expect(findingsOf({ ...facts, user }, noMatches)).toEqual([{ key: 'name_differs', sentence }]);
});
