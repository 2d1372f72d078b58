import { describe, expect, it } from 'vitest';
import { documentFailure } from './use-document-file.ts';

describe('the error for a document that cannot be loaded', () => {
  it.each([
    [502, 'Unable to load document image', true],
    [500, 'Unable to load document image', true],
    [undefined, 'Unable to load document image', true],
    [401, 'Unable to load document image', true],
    [404, 'Document not available', false],
    [410, 'Document not available', false],
  ])('for the status %s, the title is “%s”; the admin can try again: %s', (status, title, canRetry) => {
    expect(documentFailure(status)).toMatchObject({ title, canRetry });
  });
  it('after a dismissed password prompt, the admin can try to load the document again', () => {
    expect(documentFailure(403, 'step_up_required')).toMatchObject({
      detail: expect.stringContaining('confirmed that it is you'),
      canRetry: true,
    });
  });
  it('an expired session, too many documents at the same time and an outage have different messages', () => {
    expect(documentFailure(403)).toMatchObject({
      detail: 'Admin session expired. Please refresh and try again.',
    });
    expect(documentFailure(429)).toMatchObject({
      detail: 'Too many documents are being loaded. Try again in a few seconds.',
      canRetry: true,
    });
    expect(documentFailure(undefined)).toMatchObject({
      detail: expect.stringContaining('cannot be reached'),
    });
  });
});
