import { focusManager } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { dayMs, minuteMs } from '../../../../shared/durations.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let screen: Screen;

afterEach(() => {
  vi.useRealTimers();
});

it('a dialog that was opened before midnight saves its entry for the day on which it was opened', async () => {
  const student = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, '/goals', { as: student });
  await screen.findByRole('button', { name: 'Edit today' });
  await screen.settle();
  await screen.user.click(screen.getByRole('button', { name: 'Edit today' }));
  screen.fill(await screen.findByLabelText('Hands played'), '300');
  const { goals } = academy.caller(student);
  const { date } = (await goals.today()).day;
  // The student returns to the page on the next day.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + dayMs });
  focusManager.onFocus();
  await screen.settle();
  await screen.user.click(screen.getByRole('button', { name: /^Save / }));
  await screen.readMessage('Day saved');
  expect(await goals.list()).toMatchObject([{ date, handsPlayed: 300 }]);
});

it('if the student returns to the page after midnight, an entry is saved for the new day, even if the device’s clock is wrong', async () => {
  const student = await academy.createUser({ password: testPassword });
  const { goals } = academy.caller(student);
  // If another time zone were stored for the student, the page would send the browser’s, and then load the day again.
  await goals.setTimeZone({ timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone });
  screen = await openScreen(academy, '/goals', { as: student });
  await screen.findByRole('button', { name: 'Edit today' });
  await screen.settle();
  academy.clock.advance(dayMs);
  const { date } = (await goals.today()).day;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * minuteMs });
  focusManager.onFocus();
  await screen.settle();
  await screen.user.click(screen.getByRole('button', { name: 'Edit today' }));
  screen.fill(await screen.findByLabelText('Hands played'), '300');
  await screen.user.click(screen.getByRole('button', { name: /^Save / }));
  await screen.readMessage('Day saved');
  expect(await goals.list()).toMatchObject([{ date, handsPlayed: 300 }]);
  academy.clock.advance(-dayMs);
});
