import { expect, it } from 'vitest';
import { supportMailto } from './result-links.tsx';

it('the support email contains all that is known about the payment', () => {
  const link = supportMailto('help@academy.test', {
    reason: 'payment_failed',
    plan: 'gold',
    amountCents: 500,
    sessionId: 'cs_test_a1b2c3d4',
  });
  const url = new URL(link);
  expect(url.protocol + url.pathname).toBe('mailto:help@academy.test');
  expect(url.searchParams.get('subject')).toBe('Payment issue');
  const body = url.searchParams.get('body') ?? '';
  for (const line of [
    'Reason: payment_failed',
    'Plan: gold',
    'Amount: $5.00',
    'Session ID: cs_test_a1b2c3d4',
  ]) {
    expect(body.split('\r\n')).toContain(line);
  }
});

it('the support email omits unknown values, and no value can add a header to it', () => {
  const link = supportMailto('help@academy.test?bcc=evil@example.test', {});
  expect(link).not.toContain('?bcc');
  expect(new URL(link).searchParams.get('body')).not.toMatch(/Reason|Plan|Amount|Session/);
});
