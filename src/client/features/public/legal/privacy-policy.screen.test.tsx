import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { within } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import { type BriefBlock, briefBlockNames, briefBlocks } from '../../../../shared/coaching/brief.ts';
import { retention } from '../../../../shared/profile/retention.ts';
import { httpClient, registration } from '../../../../testing/http-client.ts';
import { openScreen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp } from '../../../../testing/test-app.ts';

// These values are not the defaults: the policy must state the configured values.
const academy = setUpTestApp({ env: { SESSION_IDLE_DAYS: '9', SESSION_MAX_DAYS: '31' } });

beforeAll(async () => {
  const { userId } = await academy.createUser({ role: 'admin' });
  const admin = { userId, role: 'admin', confirmedAt: academy.deps.now().toISOString() } as const;
  await academy.caller(admin).admin.settings.update([{ key: 'unclaimedUploadHours', value: 36 }]);
});

/** Opens the page. @returns the text of each section by its ID */
async function readSections(): Promise<Map<string, string>> {
  const screen = await openScreen(academy, '/privacy-policy');
  await screen.findByRole('heading', { name: /Cookies and similar storage/ });
  await screen.settle();
  const main = screen.getByRole('main');
  const textOf = (element: Element | null) => (element?.textContent ?? '').replace(/\s+/g, ' ');
  return new Map(
    [...main.querySelectorAll('section[id]')].map(({ id }) => [id, textOf(main.querySelector(`#${id}`))]),
  );
}

const day = 24 * 60 * 60;

it('the privacy policy names each cookie that the server sets, with its lifetime', async () => {
  const client = httpClient(academy.app);
  const upload = await client.request('POST', '/api/objects/upload', { contentType: 'image/png', size: 10 });
  const registered = await client.request('POST', '/api/register', registration());
  const cookies = [upload, registered].flatMap(({ cookies }) => cookies);
  const text = (await readSections()).get('cookies') ?? '';
  expect([...new Set(cookies.map(({ name }) => name))].toSorted()).toEqual(['device', 'session']);
  for (const { name, maxAge = 0 } of cookies) {
    expect(text).toMatch(new RegExp(`\\b${name} (keeps|tells)[^.]*\\.[^.]*\\b${maxAge / day} days`));
  }
  expect(text).toContain(`after ${academy.deps.config.session.idleDays} days without use`);
  expect(text).toContain('at most 31 days');
  expect(text).toContain('There are two');
});

it('the privacy policy says after how many hours an unused upload is erased', async () => {
  const sections = await readSections();
  expect(sections.get('identity-documents')).toContain('never sent in are erased after 36 hours');
});

it('the privacy policy names each site that a page may embed', async () => {
  const { headers } = await academy.app.inject({ url: '/' });
  const frames = /frame-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]?.split(' ') ?? [];
  const hosts = frames.filter((source) => source !== "'self'").map((source) => new URL(source).hostname);
  expect(hosts.length).toBeGreaterThan(1);
  const text = (await readSections()).get('cookies');
  for (const host of hosts) expect(text).toContain(host);
});

it('the privacy policy describes the log of opened files, and says how long that log, sign-ins and network addresses are kept', async () => {
  const sections = await readSections();
  expect(sections.get('information-we-collect')).toContain('Opened files.');
  expect(sections.get('log-files')).toContain('PDFs and videos you opened');
  const text = sections.get('retention') ?? '';
  expect(text).toContain(`Opened files: ${retention.fileAccessMonths} months`);
  expect(text).toContain(
    `Sign-ins: ${retention.signInMonths} months, their network addresses ${retention.signInIpDays} days`,
  );
  expect(text).toContain(`identity review: ${retention.recordIpMonths} months`);
});

it('the privacy policy says how long notifications, unreadable hands, copies of data and deleted accounts are kept', async () => {
  const text = (await readSections()).get('retention') ?? '';
  expect(text).toContain(`Notifications and use of the site: ${retention.activityMonths} months`);
  expect(text).toContain(`Hands that we could not read: ${retention.unreadableHandDays} days`);
  expect(text).toContain(`Copies of your data that you request: ${retention.exportDays} days`);
  expect(text).toContain(`erased ${retention.undoDays} days after you ask for it`);
});

it('the privacy policy names every value that stays in the browser', async () => {
  const text = (await readSections()).get('cookies') ?? '';
  const files = globSync('src/client/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] });
  const writers = files.filter((file) => readFileSync(file, 'utf8').includes('browserStorage.write('));
  const named = new Map([
    ['admin-two-factor.tsx', 'reminder that you closed'],
    ['page-notice.tsx', 'an announcement'],
    ['shortcut-key.ts', 'whether single keys are shortcuts'],
    ['use-playback-rate.ts', 'how fast you watch'],
    ['use-replay.ts', 'how amounts in hands are shown'],
    ['use-sent-time-zone.ts', 'the time zone'],
  ]);
  expect(writers.map((file) => path.basename(file)).toSorted()).toEqual([...named.keys()]);
  for (const words of [...named.values(), 'progress that has not reached us yet'])
    expect(text).toContain(words);
});

it('the privacy policy says what coaches see of a student by default', async () => {
  const text = (await readSections()).get('who-can-read-it') ?? '';
  const [shown, hidden] = text.split('your newest hands and your results are shown only if you allow it');
  expect(hidden).toBeDefined();
  const words: Record<BriefBlock, string> = {
    goals: 'your goals',
    study: 'what you study',
    finished: 'finish',
    leaks: 'your leaks',
    questions: 'questions',
    homework: 'homework',
    hands: '',
    results: '',
  };
  for (const name of briefBlockNames) {
    expect(briefBlocks[name].defaultOn, name).toBe(words[name] !== '');
    expect(shown).toContain(words[name]);
  }
});

it('each click on a link to a section of the policy moves the focus to that section', async () => {
  const screen = await openScreen(academy, '/privacy-policy');
  await screen.settle();
  const link = await within(screen.getByRole('region', { name: 'Privacy Policy' })).findByRole('link', {
    name: 'Identity documents',
  });
  const section = document.getElementById('identity-documents');
  await screen.user.click(link);
  await expect.poll(() => document.activeElement).toBe(section);
  link.focus();
  await screen.user.click(link);
  await expect.poll(() => document.activeElement).toBe(section);
});
