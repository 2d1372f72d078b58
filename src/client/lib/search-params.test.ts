import { describe, expect, it } from 'vitest';
import { readAdminSearch, readAuthSearch, readHandsSearch, readPaymentErrorSearch } from './search-params.ts';

describe('search parameters of routes', () => {
  it('are kept if known and valid, and dropped otherwise', () => {
    expect(readAuthSearch({ tab: 'signup', next: '/profile', x: 1 })).toEqual({
      tab: 'signup',
      next: '/profile',
    });
    expect(readAuthSearch({ tab: 'other', next: '//evil.example' })).toEqual({});
    expect(readAdminSearch({ tab: 'kyc' })).toEqual({ tab: 'kyc' });
    expect(readAdminSearch({ tab: 7, status: '', case: ['x'], y: 1 })).toEqual({});
    expect(readHandsSearch({ q: 'river', kind: '', utm_source: 'forum' })).toEqual({ q: 'river' });
    expect(readAdminSearch({ tab: 'purchases', status: 'held', q: '42' })).toEqual({
      tab: 'purchases',
      status: 'held',
      q: '42',
    });
  });

  it('the payment error page drops parameters that are not text', () => {
    expect(readPaymentErrorSearch({ reason: 'expired', amount: '1999', plan: { a: 1 } })).toEqual({
      reason: 'expired',
      amount: '1999',
    });
  });
});
