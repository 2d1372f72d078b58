import { describe, expect, it } from 'vitest';
import { refusalOf } from './use-document-file.ts';

describe('what the case says about a document that cannot be had', () => {
  it.each([
    [502, 'Unable to load document image', true],
    [500, 'Unable to load document image', true],
    [undefined, 'Unable to load document image', true],
    [401, 'Unable to load document image', true],
    [404, 'Document not available', false],
    [410, 'Document not available', false],
  ])('%s: %s', (status, title, canRetry) => {
    expect(refusalOf(status)).toMatchObject({ title, canRetry });
  });
  it('lets who has opened many try again, after the question that they closed', () => {
    expect(refusalOf(403, 'step_up_required')).toMatchObject({
      detail: expect.stringContaining('confirmed that it is you'),
      canRetry: true,
    });
  });
  it('tells an expired session from an outage', () => {
    expect(refusalOf(403)).toMatchObject({
      detail: 'Admin session expired. Please refresh and try again.',
    });
    expect(refusalOf(undefined)).toMatchObject({ detail: expect.stringContaining('cannot be reached') });
  });
});
