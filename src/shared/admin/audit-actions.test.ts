import { expect, it } from 'vitest';
import { auditActionLabel, auditActionsOf, auditKinds, auditSentence } from './audit-actions.ts';

it('each action belongs to one kind, and an unknown action has no sentence', () => {
  const actions = auditKinds.flatMap(auditActionsOf);
  expect(new Set(actions).size).toBe(actions.length);
  expect(auditSentence('kyc.approved')).toBe('approved {person}’s identity');
  expect(auditSentence('of.another_version')).toBeUndefined();
});

it('the labels of the filter contain no placeholder', () => {
  const labels = auditKinds.flatMap(auditActionsOf).map(auditActionLabel);
  expect(labels.filter((label) => /[{}]|\s$/.test(label))).toEqual([]);
  expect(auditActionLabel('kyc.approved')).toBe('Approved a user’s identity');
  expect(auditActionLabel('contact_message.replied')).toBe('Replied to the message');
});
