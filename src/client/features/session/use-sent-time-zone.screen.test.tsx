import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

const academy = setUpTestApp();
let student: TestUser;
let screen: Screen;

beforeEach(async () => {
  student = await academy.createUser({ password: testPassword });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sets the time zone of the browser in which the test opens its next pages. */
function inTimeZone(timeZone: string): void {
  const own = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...own, timeZone });
}

const timesSent = () => screen.network.sent.filter((call) => call.includes('goals.setTimeZone')).length;

const storedTimeZone = async () => (await academy.caller(student).auth.me())?.timeZone;

it.each(['/practice', '/daily', '/questions', '/hands', '/profile'])(
  'the page %s sends the time zone of the browser, but not again when it is reloaded',
  async (page) => {
    expect(await storedTimeZone()).toBeNull();
    inTimeZone('America/Los_Angeles');
    screen = await openScreen(academy, page, { as: student });
    await expect.poll(storedTimeZone).toBe('America/Los_Angeles');
    await screen.settle();
    const sent = timesSent();
    await screen.reload();
    await screen.settle();
    expect(timesSent()).toBe(sent);
  },
);

it('a device sends its time zone again only after the zone has changed or a day has passed, so that two devices do not replace each other’s time zone on each page', async () => {
  inTimeZone('America/Los_Angeles');
  screen = await openScreen(academy, '/practice', { as: student });
  await expect.poll(storedTimeZone).toBe('America/Los_Angeles');
  const other = academy.caller(student);
  await other.goals.setTimeZone({ timeZone: 'Asia/Tokyo' });
  await screen.reload();
  await screen.findByRole('heading', { name: 'Practice' });
  await screen.settle();
  expect(await storedTimeZone()).toBe('Asia/Tokyo');
  // The device itself has moved.
  inTimeZone('America/New_York');
  await screen.reload();
  await expect.poll(storedTimeZone).toBe('America/New_York');
  await other.goals.setTimeZone({ timeZone: 'Asia/Tokyo' });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + dayMs });
  await screen.reload();
  await expect.poll(storedTimeZone).toBe('America/New_York');
});

it('a browser whose time zone is already stored sends nothing', async () => {
  inTimeZone('Asia/Tokyo');
  await academy.caller(student).goals.setTimeZone({ timeZone: 'Asia/Tokyo' });
  screen = await openScreen(academy, '/goals', { as: student });
  await screen.findByText(/Days begin at midnight in the time zone Asia\/Tokyo/);
  await screen.settle();
  expect(timesSent()).toBe(0);
});

it('an admin who views the academy as a student sends nothing', async () => {
  await academy.caller(student).goals.setTimeZone({ timeZone: 'Asia/Tokyo' });
  inTimeZone('Asia/Tokyo');
  screen = await openScreen(academy, '/privacy-policy', { as: student });
  const viewingUntil = new Date(Date.now() + dayMs).toISOString();
  screen.network.changeResponse('auth.me', (user: object) => ({ ...user, viewingUntil }));
  inTimeZone('America/Los_Angeles');
  await screen.goTo('/goals');
  await screen.findByText(/Days begin at midnight in the time zone Asia\/Tokyo/);
  await screen.settle();
  expect(timesSent()).toBe(0);
});
