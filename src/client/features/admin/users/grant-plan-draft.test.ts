import { describe, expect, it } from 'vitest';
import { grantPlanInput } from '../../../../shared/payments/billing.ts';
import { emptyGrant, grantDraftSchema, readGrant } from './grant-plan-draft.ts';

const userId = '3f2b8c1e-0000-4000-8000-000000000000';
const typed = { ...emptyGrant, plan: 'custom', reason: 'Coach of the year' };

function errors(draft: Record<string, string>): Record<string, string> {
  const issues = grantDraftSchema.safeParse({ ...typed, ...draft }).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
}

describe('plan grant draft', () => {
  it('a grant draft becomes valid server input, without empty fields', () => {
    const input = readGrant(userId, grantDraftSchema.parse(typed));
    expect(input).toEqual({ userId, plan: 'custom', reason: 'Coach of the year' });
    expect(grantPlanInput.safeParse(input).success).toBe(true);
  });

  it('a grant is valid through its last day', () => {
    const draft = grantDraftSchema.parse({
      ...typed,
      amount: '49.50',
      startsOn: '2099-01-01',
      endsOn: '2099-01-31',
    });
    const input = readGrant(userId, draft);
    expect(input.amountCents).toBe(4950);
    expect(Date.parse(input.endsAt ?? '') - Date.parse(input.startsAt ?? '')).toBe(31 * 24 * 60 * 60 * 1000);
  });

  it('the error of each invalid field says how to correct it', () => {
    expect(errors({})).toEqual({});
    expect(errors({ plan: '', reason: ' ', amount: 'lots', endsOn: '2001-01-01' })).toEqual({
      plan: 'Choose Silver, Gold, Diamond or Custom',
      reason: 'Say why the membership is given',
      amount: 'Enter an amount such as 49.00, or leave it empty',
      endsOn: 'The last day must not be in the past',
    });
    for (const amount of ['999999999', '12345678901', '1,000,000'])
      expect(errors({ amount }), amount).toEqual({ amount: 'The amount can be at most $999,999.99' });
    expect(errors({ amount: '999,999.99' })).toEqual({});
    expect(errors({ startsOn: '2099-02-01', endsOn: '2099-01-01' })).toEqual({
      endsOn: 'The last day must not be before the first',
    });
  });
});
