import { afterAll, beforeAll, expect, it } from 'vitest';
import { impersonationMinutes } from '../../../shared/admin/impersonation.ts';
import { hourMs } from '../../../shared/durations.ts';
import { openScreen } from '../../../testing/screen/open-screen.ts';
import { createTestApp, type TestApp, testPassword } from '../../../testing/test-app.ts';

let academy: TestApp;
beforeAll(async () => {
  academy = await createTestApp();
});
afterAll(() => academy.close());

it.each([-5, 5])(
  'the bar counts the minutes of the server, whose clock is %i hours ahead of the device',
  async (hours) => {
    academy.clock.advance(hours * hourMs);
    const admin = await academy.createUser({ role: 'admin', password: testPassword });
    const student = await academy.createUser();
    const screen = await openScreen(academy, '/', { as: admin });
    const started = await fetch('/trpc/admin.impersonation.start', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: student.userId, reason: 'A question about a session' }),
    });
    expect(started.status).toBe(200);
    await screen.goTo('/coaching');
    expect(await screen.findByText(/^\d+ minutes? left\.$/)).toHaveTextContent(
      `${impersonationMinutes} minutes`,
    );
    academy.clock.advance(-hours * hourMs);
    await screen.close();
  },
);
