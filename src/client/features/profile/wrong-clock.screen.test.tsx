import { waitFor } from '@testing-library/dom';
import { expect, it, onTestFinished, vi } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import { openScreen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../../testing/test-app.ts';

const academy = setUpTestApp();

/**
 * Sets the clock of the device ahead. The server runs in the same process, but its clock stays right.
 * @param ms - by how many milliseconds; negative if the clock of the device is behind
 */
function setDeviceAhead(ms: number): void {
  vi.useFakeTimers({ now: Date.now() + ms, toFake: ['Date'] });
  academy.clock.advance(-ms);
  onTestFinished(() => {
    vi.useRealTimers();
    academy.clock.advance(ms);
  });
}

it.each([-2, 2])(
  'the server’s time decides when a student can ask for another copy of their data, on a device whose clock is off by %d days',
  async (days) => {
    const student = await academy.createUser({ password: testPassword });
    const { nextAt } = await academy.caller(student).privacy.requestExport({ password: testPassword });
    setDeviceAhead(days * dayMs);
    const open = async () => {
      const screen = await openScreen(academy, '/profile', { as: student });
      const button = await screen.findByRole('button', { name: 'Download My Data' });
      await screen.findByText(/^Your copy is being prepared|^Available until|^Your last copy, from/);
      return { screen, button };
    };
    const early = await open();
    expect(early.button).toHaveAttribute('aria-disabled', 'true');
    await early.screen.close();
    // One second more, because the client knows the server's time only to the second.
    const untilNext = Date.parse(nextAt) - academy.deps.now().getTime() + 1_000;
    academy.clock.advance(untilNext);
    onTestFinished(() => academy.clock.advance(-untilNext));
    const { button } = await open();
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
  },
);
