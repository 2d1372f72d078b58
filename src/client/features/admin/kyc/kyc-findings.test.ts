import { expect, it } from 'vitest';
import { findingsOf, unseenSides } from './kyc-findings.ts';

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
])('for the account name “%s %s”, the warning is “%s”', (firstName, lastName, sentence) => {
  const user = { ...account, firstName, lastName };
  expect(findingsOf({ ...facts, user }, noMatches)).toEqual([{ key: 'name_differs', sentence }]);
});

it.each([
  ['approved' as const, 'Same number as Ama Boateng, approved 29 Nov 2026'],
  ['pending' as const, 'Same number as Ama Boateng, pending since 29 Nov 2026'],
  ['requires_review' as const, 'Same number as Ama Boateng, needs review since 29 Nov 2026'],
])(
  'the warning about another application with the same document number names its applicant, status and date: %s',
  (status, sentence) => {
    const user = { ...account, firstName: 'Kofi', lastName: 'Mensah' };
    const match = { id: 'b', firstName: 'Ama', lastName: 'Boateng', status, at: '2026-11-29T10:00:00Z' };
    const [finding] = findingsOf(
      { ...facts, flags: ['duplicate_number'], user },
      { ...noMatches, sameNumber: [match] },
    );
    expect(finding?.sentence).toBe(sentence);
  },
);

it('each side that the reviewer has not seen gets a warning, which says whether its file is missing', () => {
  const files = { documentContentType1: 'image/jpeg', documentContentType2: null };
  const sentencesOf = (...drawn: ('front' | 'back')[]) =>
    unseenSides(files, drawn).map(({ sentence }) => sentence);
  expect(sentencesOf()).toEqual([
    'The front side has not been shown on this page',
    'The file of the back side is missing',
  ]);
  expect(sentencesOf('front', 'back')).toEqual([]);
});
