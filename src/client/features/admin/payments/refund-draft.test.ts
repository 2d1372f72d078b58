import { describe, expect, it } from 'vitest';
import { readRefund, refundFormSchema } from './refund-draft.ts';

describe('the refund form', () => {
  const schema = refundFormSchema(1999);
  const messageOf = (amount: string) =>
    schema.safeParse({ amount, reason: 'Asked' }).error?.issues[0]?.message;

  it.each([
    ['19.99', undefined],
    ['$5', undefined],
    ['0.01', undefined],
    ['20', 'At most $19.99 can be refunded'],
    ['0', 'Enter at least $0.01'],
    ['', 'Enter an amount such as 19.99'],
    ['five', 'Enter an amount such as 19.99'],
    ['-1', 'A refund cannot be negative. Enter at least $0.01.'],
    ['1,50', undefined],
    ['1.999', 'Enter at most two decimal places, such as 19.99'],
    ['1e9', 'Enter an amount such as 19.99'],
    ['10000000000', 'At most $19.99 can be refunded'],
  ])('the error of the refund form for the amount %j is %j', (amount, message) => {
    expect(messageOf(amount)).toBe(message);
  });

  it('the refund form requires a reason, and converts dollars to whole cents', () => {
    expect(schema.safeParse({ amount: '1', reason: ' ' }).error?.issues[0]?.path).toEqual(['reason']);
    expect(readRefund({ amount: '19.99', reason: 'Asked' })).toEqual({ amountCents: 1999, reason: 'Asked' });
  });
});
