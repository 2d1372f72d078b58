import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { auditSentence } from '../../shared/admin/audit-actions.ts';
import { kycStatuses } from '../../shared/enums.ts';
import { paymentStatuses } from '../../shared/payments/refunds.ts';
import { levels } from '../http/testing/access-levels.ts';
import { appRouter } from '../router.ts';

/**
 * All quoted names of the form `{subject}.{event}` on lines that record an audit entry. Other lines may quote SQL
 * columns.
 */
function recordedActions(): string[] {
  const texts = globSync('src/server/**/*.operations.ts').map((file) => readFileSync(file, 'utf8'));
  const lines = texts
    .filter((text) => /recordAudit\(|auditAndPresent\(/.test(text))
    .flatMap((text) => text.split('\n'))
    .filter((line) => /action|[aA]udit|record\w*\(/.test(line));
  return lines.flatMap((line) => [...line.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, name]) => name ?? ''));
}

it('audit-actions.ts has a sentence for every recorded action', () => {
  const actions = [
    ...recordedActions(),
    ...kycStatuses.map((status) => `kyc.${status}`),
    ...paymentStatuses.map((status) => `payment.${status}`),
  ];
  expect(actions.length).toBeGreaterThan(60);
  expect([...new Set(actions)].filter((action) => auditSentence(action) === undefined)).toEqual([]);
});

/** The mutations of admins and coaches that are not recorded, and why. */
const unrecorded: Record<string, string> = {
  'admin.uploads.createMultipart':
    'an upload is recorded when it becomes the file of a product or a coaching plan',
  'admin.uploads.signPart': 'a part of an upload',
  'admin.uploads.completeMultipart': 'the end of an upload',
  'admin.uploads.abortMultipart': 'the end of an upload',
  'admin.users.preview': 'only counts users',
  'admin.payments.reread': 'the dialog for refunds reads every payment from Stripe when it opens',
  'questions.claim': 'assigns a question to a coach, and changes no content',
  'questions.release': 'assigns a question to no coach, and changes no content',
  'questions.answer': 'the answer is stored with its coach and time, and the history of the student lists it',
  'questions.undoAnswer': 'possible only before the student sees the answer',
  'questions.return': 'the return is stored with its coach, time and reason',
  'questions.savePhrase': 'a phrase of a coach, which students do not see',
  'questions.removePhrase': 'a phrase of a coach, which students do not see',
};

type Definition = { type: string; resolver: unknown };

it('every mutation of admins and coaches passes the metadata of the request on for an audit entry, unless it is listed with a reason', () => {
  const definitions = Object.entries(appRouter._def.procedures).map(
    ([name, procedure]) => [name, (procedure as unknown as { _def: Definition })._def] as const,
  );
  const mutations = definitions.filter(
    ([name, { type }]) => type === 'mutation' && ['admin', 'coach', 'staff'].includes(levels[name] ?? ''),
  );
  expect(mutations.length).toBeGreaterThan(80);
  const withoutMetadata = mutations.filter(([, { resolver }]) => !String(resolver).includes('ctx.metadata'));
  expect(withoutMetadata.map(([name]) => name).toSorted()).toEqual(Object.keys(unrecorded).toSorted());
});
