import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
});
afterAll(() => app.close());

// Each counts one point more than the limit allows.
it.each([
  ['contactPerAddress', 6, /in (59|60) minutes\.$/],
  ['noticeRecipientsPerAdmin', 1_001, /in 24 hours\.$/],
] as const)('the message about %s names the wait in a fitting unit', async (name, points, message) => {
  await expect(app.deps.attemptLimits.count(name, 'somebody', points)).rejects.toThrow(message);
});
