import { describe, expect, test } from 'vitest';
import type { KycStatus } from '../../shared/enums.ts';
import { personKycStatus } from './kyc-status.ts';

describe('personKycStatus', () => {
  test.each<[KycStatus[], KycStatus]>([
    [[], 'pending'],
    [['pending'], 'pending'],
    [['requires_review'], 'requires_review'],
    [['rejected', 'approved'], 'rejected'],
    [['approved', 'rejected'], 'approved'],
    // An approval stays valid until the newer application is decided.
    [['pending', 'approved'], 'approved'],
    [['requires_review', 'approved'], 'approved'],
    [['pending', 'rejected'], 'pending'],
    // The rejection in between ended the approval.
    [['pending', 'rejected', 'approved'], 'pending'],
    [['pending', 'approved', 'rejected'], 'approved'],
  ])('with applications %j (newest first), the user is %s', (newestFirst, expected) => {
    expect(personKycStatus(newestFirst)).toBe(expected);
  });
});
