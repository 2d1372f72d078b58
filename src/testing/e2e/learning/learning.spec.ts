import { readFile } from 'node:fs/promises';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { clockTime } from '../../../shared/clock-time.ts';
import { admin } from '../academy.ts';
import { expectPassesAudit } from '../accessibility-audit.ts';
import { overflowOf } from '../overflow.ts';
import { ownAcademy } from '../own-academy.ts';
import { makeVideo, publishSession } from '../publish-session.ts';
import { buyFirstProduct } from '../sandbox-purchase.ts';
import { settle } from '../settled-page.ts';
import { demoStudent, signedInContext, signIn } from '../sign-in.ts';

/** Watching, resuming on another device, notes, completion, goals, search and notifications. */

const captions = `WEBVTT

00:00:01.000 --> 00:00:05.000
Bring three hands.

00:12:20.000 --> 00:12:40.000
<b>Now</b> the river.
`;

const text = `# Read the river

Ask **four** questions. <script>window.hacked = true</script>

- [a chart](https://charts.example.test/river)
- [a trap](javascript:window.hacked=true)

![elsewhere](https://pictures.example.test/track.png)
`;

const academy = ownAcademy();
let sessionId: number;
let externalId: number;
let studentContext: BrowserContext;

test.describe.configure({ mode: 'serial' });
test.use({ actionTimeout: 15_000 });

test.beforeAll(async ({ browser }) => {
  const adminContext = await signedInContext(browser, academy.url, admin);
  const page = await adminContext.newPage();
  await page.goto(academy.url);
  const video = await makeVideo(page, 900);
  sessionId = await publishSession(adminContext.request, academy.url, {
    title: 'Rivers, Slowly',
    productNumber: 50,
    video,
    captions,
    content: text,
    prerequisites: 'Session 1 first.',
  });
  externalId = await publishSession(adminContext.request, academy.url, {
    title: 'Turns, Elsewhere',
    productNumber: 51,
    videoUrl: 'https://youtu.be/aaaaaaaaaaa',
  });
  await adminContext.close();
  studentContext = await signedInContext(browser, academy.url, demoStudent);
});

test.afterAll(async () => {
  await studentContext?.close();
});

const noteButton = (page: Page) => page.getByRole('button', { name: /^Add note at / });
const currentTime = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);

/** Plays the video from `second` for more than two seconds, then pauses. @returns the new position, such as `12:31` */
async function watchFrom(page: Page, second: number): Promise<string> {
  const play = page.getByRole('button', { name: 'Play', exact: true });
  const pause = page.getByRole('button', { name: 'Pause', exact: true });
  await page.getByRole('slider', { name: 'Position' }).fill(String(second));
  await expect(async () => {
    if (await play.isVisible()) await play.click({ timeout: 1_000 });
    await expect(pause).toBeVisible({ timeout: 1_000 });
  }).toPass();
  // A click from the page itself: on a slow machine, Playwright's click could be seconds late.
  await pause.evaluate(
    (button: HTMLButtonElement, end) =>
      new Promise<void>((resolve) => {
        const video = document.querySelector('video');
        video?.addEventListener('timeupdate', function stop() {
          if (video.currentTime <= end) return;
          video.removeEventListener('timeupdate', stop);
          button.click();
          resolve();
        });
      }),
    second + 2,
  );
  let position = '';
  // The position advances until the video has paused, and the label follows.
  await expect(async () => {
    position = clockTime(await currentTime(page));
    await expect(noteButton(page)).toHaveText(`Add note at ${position}`, { timeout: 1_000 });
  }).toPass();
  return position;
}

let lastPosition = '';

test('the position in a video, the watch time and the notes are saved', async () => {
  const page = await studentContext.newPage();
  await page.goto(`${academy.url}/coaching/${sessionId}`);
  await expect(page).toHaveTitle(/^Rivers, Slowly · /);
  await page.getByRole('button', { name: 'Play Rivers, Slowly' }).click();
  const saved = page.waitForResponse(
    (response) =>
      response.request().method() === 'PUT' &&
      response.url().endsWith(`/api/coaching/progress/${sessionId}`) &&
      (response.request().postData() ?? '').includes('"position":75'),
  );
  lastPosition = await watchFrom(page, 749);
  expect(lastPosition).toMatch(/^12:3[1-4]$/);
  expect((await saved).status()).toBe(200);
  await page.getByLabel('New note').fill('Blockers before feelings');
  await noteButton(page).click();
  await expect(page.getByText('Blockers before feelings')).toBeVisible();
  await expect(page.getByLabel('New note')).toHaveValue('');

  // Keyboard shortcuts while the player has focus.
  await page.getByRole('button', { name: 'Mute' }).focus();
  await page.keyboard.press('m');
  await expect(page.getByRole('button', { name: 'Unmute' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => currentTime(page)).toBeLessThan(748.9);
  await page.getByRole('button', { name: `Go to ${lastPosition}` }).click();
  await expect.poll(() => currentTime(page)).toBeGreaterThan(750.9);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByLabel('Speed').selectOption('1.5');
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.playbackRate))
    .toBe(1.5);

  await page.getByText('Transcript').click();
  await page.getByRole('button', { name: /Now the river\.$/ }).click();
  await expect.poll(() => currentTime(page)).toBeLessThan(745);
  lastPosition = await watchFrom(page, 749);
  await expectPassesAudit(page, 'learning');
  await page.close();
});

test('the Markdown of a session runs no scripts and makes no external requests', async () => {
  const page = await studentContext.newPage();
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(academy.url) && !/^(data|blob):/.test(request.url())) {
      elsewhere.push(request.url());
    }
  });
  await page.goto(`${academy.url}/coaching/${sessionId}`);
  await expect(page.getByRole('heading', { name: 'Read the river', level: 3 })).toBeVisible();
  await expect(page.getByText('<script>window.hacked = true</script>')).toBeVisible();
  const chart = page.getByRole('link', { name: 'a chart' });
  await expect(chart).toHaveAttribute('rel', /noopener/);
  await expect(page.getByText('a trap')).not.toHaveAttribute('href', /script/);
  await expect(page.getByRole('link', { name: 'elsewhere', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Session 1: How to Read a Hand History' })).toBeVisible();

  await page.goto(`${academy.url}/coaching/${externalId}`);
  await expect(page.getByText('Plays from youtube-nocookie.com', { exact: false })).toBeVisible();
  await settle(page);
  expect(elsewhere).toEqual([]);
  await page.route('https://www.youtube-nocookie.com/**', (route) => route.fulfill({ body: 'a player' }));
  await page.getByRole('button', { name: 'Play Turns, Elsewhere' }).click();
  await expect.poll(() => elsewhere.length).toBeGreaterThan(0);
  expect(elsewhere.filter((url) => !url.startsWith('https://www.youtube-nocookie.com/embed/'))).toEqual([]);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  await page.close();
});

test('a second device resumes the video at the saved position, and watching to 90% completes the session', async ({
  browser,
}) => {
  const phone = await signedInContext(browser, academy.url, demoStudent, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const page = await phone.newPage();
  await page.goto(`${academy.url}/coaching/${sessionId}`);
  await page.getByRole('button', { name: `Continue at ${lastPosition}` }).click();
  const [minutes = 0, seconds = 0] = lastPosition.split(':').map(Number);
  const began = minutes * 60 + seconds;
  let position = 0;
  await expect
    .poll(async () => {
      position = await currentTime(page);
      return position;
    })
    .toBeGreaterThanOrEqual(began);
  // The video keeps playing, so a slow machine reads a later position.
  expect(position).toBeLessThan(began + 30);
  await expect(page.getByText('Blockers before feelings')).toBeVisible();
  expect(await overflowOf(page)).toBe(0);

  // The session is complete when 13:30, 90% of the video, is played. Skipping over that position does not count.
  await page.getByRole('slider', { name: 'Position' }).fill('840');
  await expect.poll(() => currentTime(page)).toBeGreaterThan(841);
  await expect(page.getByText('In progress')).toBeVisible();
  await page.getByRole('slider', { name: 'Position' }).fill('808');
  await expect(page.getByText(/^Completed on /)).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Mark as not complete' }).click();
  await page.getByRole('button', { name: 'Mark as complete' }).click();
  await page.locator('label', { hasText: /^4$/ }).click();
  await expect(page.getByRole('radio', { name: '4' })).toBeChecked();
  await expect(page.getByText('Thank you.')).toBeVisible();
  await page.close();
  await phone.close();
});

test('an unsent progress report survives a reload and is sent later', async () => {
  const page = await studentContext.newPage();
  const reports = `**/api/coaching/progress/${sessionId}`;
  await page.goto(`${academy.url}/coaching/${sessionId}`);
  await page.getByRole('button', { name: 'Play Rivers, Slowly' }).click();
  await page.route(reports, (route) => route.abort());
  const unsent = await watchFrom(page, 300);
  await expect(page.getByText('The academy cannot be reached.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Mark as not complete' }).click();
  await expect(page.getByText('In progress')).toBeVisible();
  const sent = page.waitForResponse((response) => response.url().includes('/api/coaching/progress/'));
  // The stored report must be newer than the change.
  const changedAt = Date.now();
  const storedAt = () =>
    page.evaluate(() => {
      const stored = Object.entries(localStorage).find(([key]) => key.startsWith('progress:'))?.[1];
      return Number(/"at":(\d+)/.exec(stored ?? '')?.[1]);
    });
  await expect.poll(storedAt).toBeGreaterThan(changedAt);
  // The report sent on unload also fails; the reloaded page sends the stored one.
  page.once('domcontentloaded', () => void page.unroute(reports));
  await page.reload();
  expect((await sent).status()).toBe(200);
  await expect(page.getByRole('button', { name: /^Continue at 5:0\d/ })).toContainText(unsent);
  await page.getByRole('button', { name: 'Mark as complete' }).click();
  await expect(page.getByText(/^Completed on /)).toBeVisible();
  await page.close();
});

test('the watched session counts in the profile and in today’s study', async () => {
  const page = await studentContext.newPage();
  await page.goto(`${academy.url}/profile`);
  const figures = page.getByRole('region', { name: 'Progress Overview' });
  await expect(figures.locator('dl > div').filter({ hasText: 'Completed' })).toContainText('1');
  await expect(figures.locator('dl > div').filter({ hasText: 'In Progress' })).toContainText('1');
  const response = await studentContext.request.get(`${academy.url}/api/coaching/progress`);
  const progress: { sessionId: number; timeSpent: number; rating: number | null }[] = await response.json();
  const watched = progress.find((entry) => entry.sessionId === sessionId);
  expect(watched?.timeSpent).toBeGreaterThan(5);
  expect(watched?.rating).toBe(4);
  await page.goto(`${academy.url}/coaching`);
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today.locator('dl > div').filter({ hasText: 'Sessions' })).toContainText('1');
  await expect(today.getByText(/^Streak of \d+ days?/)).toBeVisible();
  await page.close();
});

test('daily results are entered, charted, exported and imported', async () => {
  const page = await studentContext.newPage();
  await page.goto(`${academy.url}/coaching`);
  const edit = page.getByRole('button', { name: 'Edit today' });
  // When the dialog closes, the focus returns to the button, although the code of the dialog is loaded only now.
  await edit.click();
  await page.getByRole('dialog').press('Escape');
  await expect(edit).toBeFocused();

  await page.goto(`${academy.url}/goals`);
  // There is study time but no result to chart.
  await expect(page.getByRole('heading', { name: 'Nothing to draw yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit today' }).click();
  await page.getByLabel('Won or lost, dollars').fill('a lot');
  await page.getByRole('button', { name: 'Save today' }).click();
  await expect(page.getByText('Enter an amount in dollars, such as 25 or -12.50')).toBeVisible();
  await expect(page.getByLabel('Won or lost, dollars')).toBeFocused();
  await page.getByLabel('Won or lost, dollars').fill('-12.50');
  await page.getByLabel('Hands played').fill('1,200');
  await page.getByLabel('Study goal, minutes').fill('45');
  await page.getByLabel('Mood').selectOption('4');
  await page.getByRole('button', { name: 'Save today' }).click();
  await expect(
    page.getByText(/With 1 day and 1,200 hands, luck cannot be distinguished from skill/),
  ).toBeVisible();
  const row = page.getByRole('table', { name: 'Study and results by day' }).getByRole('row').nth(1);
  await expect(row).toContainText('-$12.50');
  await expect(page.getByRole('img', { name: /Result -\$12\.50 over 1 days?/ })).toBeVisible();
  await expectPassesAudit(page, 'learning');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain('-12.5');
  await page.getByLabel('CSV file').setInputFiles({
    name: 'broken.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('date,hands_played\n2026-13-45,1\n'),
  });
  await expect(page.getByText(/^Line 2: /)).toBeVisible();
  await page.getByLabel('CSV file').setInputFiles({
    name: 'goals.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv.replace('-12.5', '30')),
  });
  await expect(page.getByText('1 day was imported.')).toBeVisible();
  await expect(row).toContainText('$30.00');
  await page.close();
});

test('search finds sessions and own notes, and marks locked results', async () => {
  const page = await studentContext.newPage();
  await page.goto(`${academy.url}/coaching`);
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search for' }).fill('blockers');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=blockers$/);
  await expectPassesAudit(page, 'learning');
  await page.getByRole('link', { name: 'Rivers, Slowly' }).click();
  await expect(page).toHaveURL(new RegExp(`/coaching/${sessionId}\\?at=75\\d$`));
  await expect(page.getByRole('button', { name: /^Continue at 12:3\d/ })).toBeVisible();
  await page.goto(`${academy.url}/search?q=tournament`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Tournament Mastery Block' })).toContainText(
    'Locked',
  );
  await page.goto(`${academy.url}/search?q=zzzz`);
  await expect(page.getByRole('heading', { name: 'Nothing found for “zzzz”' })).toBeVisible();
  await page.close();
});

test('a locked session can be bought, an unknown one is not found, and a visitor must log in', async ({
  browser,
}) => {
  const listed = await studentContext.request.get(`${academy.url}/api/coaching/sessions`);
  const sessions: { id: number; accessible: boolean; title: string }[] = await listed.json();
  const locked = sessions.find((session) => !session.accessible);
  const page = await studentContext.newPage();
  await page.goto(`${academy.url}/coaching/${locked?.id}`);
  await expect(page.getByRole('heading', { name: locked?.title })).toBeVisible();
  await expect(page.getByText('This session opens when you buy it', { exact: false })).toBeVisible();
  await expect(page.locator('video')).toHaveCount(0);
  await expectPassesAudit(page, 'learning');
  await expect(page.getByRole('link', { name: 'See what is inside' })).toBeVisible();
  await page.getByRole('button', { name: /^Buy \$/ }).click();
  await page.waitForURL(/\/c\/pay\/cs_test_/);
  const response = await page.goto(`${academy.url}/coaching/987654`);
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  expect(response?.status()).toBeLessThan(500);
  await page.close();
  const visitor = await browser.newContext();
  const visitorPage = await visitor.newPage();
  await visitorPage.goto(`${academy.url}/coaching/${sessionId}`);
  await expect(visitorPage).toHaveURL(new RegExp(`/auth\\?next=%2Fcoaching%2F${sessionId}$`));
  await visitorPage.getByLabel('Email').fill(demoStudent.email);
  await visitorPage.getByLabel('Password', { exact: true }).fill(demoStudent.password);
  await visitorPage.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(visitorPage.getByRole('heading', { name: 'Rivers, Slowly' })).toBeVisible();
  await visitor.close();
});

test('notifications show a purchase and are marked as read by keyboard', async ({ browser }) => {
  const context = await signedInContext(browser, academy.url, demoStudent);
  const page = await context.newPage();
  await buyFirstProduct(page);
  await page.goto('/profile');
  const toggle = page.getByRole('button', { name: /^Notifications, \d+ unread$/ });
  await toggle.focus();
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: 'Notifications' });
  await expect(list.getByRole('listitem').first()).toContainText('Unread');
  await expectPassesAudit(page, 'learning');
  await page.getByRole('button', { name: 'Mark all as read' }).press('Enter');
  await expect(list.getByText('Unread')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeFocused();
  await context.close();
});

test('the player shows the duration of a video whose file has no duration metadata', async () => {
  const adminContext = await studentContext.browser()?.newContext();
  if (!adminContext) throw new Error('no browser');
  await signIn(adminContext, academy.url, admin);
  const adminPage = await adminContext.newPage();
  await adminPage.goto(academy.url);
  const id = await publishSession(adminContext.request, academy.url, {
    title: 'Recorded in a Browser',
    productNumber: 52,
    video: await makeVideo(adminPage, 20, { hasDuration: false }),
  });
  await adminContext.close();
  const page = await studentContext.newPage();
  await page.goto(`${academy.url}/coaching/${id}`);
  await expect(page.getByText(/^0:00 \/ 0:(19|20)$/)).toBeVisible();
  await page.getByRole('slider', { name: 'Position' }).fill('7');
  await expect.poll(() => currentTime(page)).toBe(7);
  await page.close();
});
