import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { auditSentence } from '../../shared/admin/audit-actions.ts';
import { kycStatuses } from '../../shared/enums.ts';
import { paymentStatuses } from '../../shared/payments/refunds.ts';

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
