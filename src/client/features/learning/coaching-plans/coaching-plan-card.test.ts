import { expect, it } from 'vitest';
import { planDownloadAlert, planFileName } from './coaching-plan-card.tsx';

it.each([
  [403, 'Access denied. Please upgrade your subscription to access this PDF.'],
  [401, 'Failed to download PDF'],
  [404, 'Failed to download PDF'],
  [500, 'Failed to download PDF'],
  [undefined, 'Failed to download PDF'],
])('the alert for a download that failed with status %s says “%s”', (status, text) => {
  expect(planDownloadAlert({ status })).toBe(text);
});

it('the file name of a downloaded coaching plan contains its number', () => {
  expect(planFileName(10)).toBe('poker-coaching-plan-10.pdf');
});
