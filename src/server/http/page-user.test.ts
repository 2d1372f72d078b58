import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { dayMs } from '../../shared/durations.ts';
import type { OwnState } from '../../shared/page-state.ts';
import { signIn } from '../../testing/http-client.ts';
import { createTestApp, setUpTestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import { createCoach } from '../coaching/testing/asked-questions.ts';
import { submitForm } from '../kyc/testing/applicants.ts';
import { choiceDrill, createTestDeck } from '../practice/testing/test-decks.ts';
import { buildClient, logIn, stateOf } from './testing/pages.ts';

beforeAll(() => buildClient());
const test = setUpTestApp();
let admin: TestUser;

beforeAll(async () => {
  admin = await test.createUser({ role: 'admin' });
});

function get(url: string, headers: Record<string, string> = {}) {
  return test.app.inject({ method: 'GET', url, headers });
}

it.each([
  ['/coaching', '>My Learning Library</h1>', 'Browse Products'],
  ['/coaching-dashboard', '>My Learning Library</h1>', 'Browse Products'],
  ['/coaching-pdfs', '>Poker Coaching Plans</h1>', 'Unlock Advanced Coaching'],
  ['/goals?tab=x&from=%3Cb%3E', '>Goals and results</h1>', 'Study today and a streak begins'],
  ['/hands?result=won', '>Hands</h1>', 'No hand matches'],
  ['/practice', '>Practice</h1>', 'Nothing is due today'],
  ['/ranges', '>Know your ranges</h1>', '0 of '],
  ['/notes', '>Notes</h1>', 'No notes yet'],
  ['/profile', '>Zebedee ', 'Active Member'],
  ['/kyc', '>Verify your identity</h1>', 'No applications yet'],
  ['/billing', '>Membership and payments</h1>', 'Payments'],
])('%s contains the content of the requesting user only', async (url, heading, content) => {
  const [zebedee, yolanda] = [await logIn(test, 'Zebedee'), await logIn(test, 'Yolanda')];
  const page = await zebedee.request('GET', url);
  const rendered = page.body.split('id="page-state"')[0] ?? '';
  expect(page.statusCode).toBe(200);
  expect(rendered).toContain(heading);
  expect(rendered).toContain(content);
  expect(rendered).not.toContain('>Loading</p>');
  expect(rendered.replace(/<noscript>.*?<\/noscript>/gs, '')).not.toContain('Login / Sign Up');
  expect(stateOf(page.body)).toMatchObject({ own: { user: { firstName: 'Zebedee' } } });
  // No link preloads a query whose response the page already contains.
  expect(page.body).not.toContain('href="/trpc/');
  expect(page.headers['cache-control']).toBe('private, no-store');
  expect(page.headers).not.toHaveProperty('etag');

  const others = (await yolanda.request('GET', url)).body;
  expect(others).not.toContain('Zebedee');
  expect(stateOf(others)).toMatchObject({ own: { user: { firstName: 'Yolanda' } } });
  const visitors = (await get(url)).body;
  expect(visitors).not.toContain('Zebedee');
  expect(stateOf(visitors)).not.toHaveProperty('own');
});

it('sends only the app shell, without user data, after the session has ended, and during impersonation', async () => {
  const zebedee = await logIn(test, 'Zebedee');
  const cookie = zebedee.cookie() ?? '';
  await zebedee.request('POST', '/api/logout');
  const { userId: id } = await test.createUser({ firstName: 'Viewed' });
  const adminClient = await logIn(test, 'Olive', 'admin');
  const view = await adminClient.request('POST', '/trpc/admin.impersonation.start', {
    id,
    reason: 'A question',
  });
  expect(view.statusCode, view.body).toBe(200);
  for (const page of [await get('/coaching', { cookie }), await adminClient.request('GET', '/coaching')]) {
    expect(page.body).toContain('>Loading</p>');
    expect(stateOf(page.body)).not.toHaveProperty('own');
    expect(page.body).not.toMatch(/Zebedee|Viewed/);
  }
});

it('renders the whole page of an applicant who may appeal, and leaves no part of it to the browser', async () => {
  const applicant = await test.createUser({ password: testPassword });
  const { id } = await submitForm(test, applicant);
  await test.caller(admin).admin.kyc.setStatus({ id, status: 'rejected', canResubmit: false });
  const client = await signIn(test.app, applicant);
  const { body } = await client.request('GET', '/kyc');
  expect(body).toContain('Previous Applications');
  // React inserts this comment where the server could not render a part.
  expect(body).not.toContain('<!--$!-->');
});

it('renders dates in the time zone of the user', async () => {
  const zebedee = await logIn(test, 'Zebedee');
  await zebedee.request('POST', '/trpc/goals.setTimeZone', { timeZone: 'Pacific/Kiritimati' });
  await test.deps.db
    .updateTable('users')
    .set({ created_at: '2026-03-31T12:00:00Z' })
    .where('first_name', '=', 'Zebedee')
    .execute();
  const { body } = await zebedee.request('GET', '/profile');
  expect(body).toContain('1 Apr 2026');
  expect(stateOf(body)).toMatchObject({
    own: { timeZone: 'Pacific/Kiritimati', user: { timeZone: 'Pacific/Kiritimati' } },
  });
});

it('states in the page of a coach that the user is a coach', async () => {
  const { email } = await createCoach(test, admin);
  const client = await signIn(test.app, { email });
  const { body } = await client.request('GET', '/coaching');
  expect(stateOf(body)).toMatchObject({ own: { user: { email, isCoach: true } } });
});

it('leaves out the response of a query that fails, so that the browser sends the query and reports the error', async () => {
  const zebedee = await logIn(test, 'Zebedee');
  // The only query of this page fails, because the student's tier does not open coaching plan 3.
  const closed = await zebedee.request('GET', '/read/plan/3');
  expect(closed.statusCode).toBe(200);
  expect(closed.body).toContain('>Loading</p>');
  expect(stateOf(closed.body)).not.toHaveProperty('own');

  const own = await createTestApp();
  const { email } = await own.createUser({ password: testPassword });
  const client = await signIn(own.app, { email });
  await own.deps.db.schema.alterTable('bookmarks').renameTo('bookmarks_gone').execute();
  const { body } = await client.request('GET', '/coaching');
  const { responses } = (stateOf(body) as { own: { responses: { procedure: string }[] } }).own;
  const names = responses.map(({ procedure }) => procedure);
  expect(names).toEqual(expect.arrayContaining(['goals.today', 'hands.list']));
  expect(names).not.toContain('learning.listBookmarks');
  expect(body).not.toMatch(/could not be loaded|Not in the page/);
  await own.close();
});

it('the page contains the hands that match the filter in the URL, under the query key that the client uses', async () => {
  const zebedee = await logIn(test, 'Zebedee');
  // The client leaves out filters with an invalid or empty value, here `odd` and `q`.
  const { body } = await zebedee.request('GET', '/hands?kind=cash&starred=yes&odd=maybe&q=');
  const { own } = stateOf(body) as { own: OwnState };
  expect(own.responses.find(({ procedure }) => procedure === 'hands.list')).toEqual({
    procedure: 'hands.list',
    input: { kind: 'cash', starred: true },
    type: 'infinite',
    data: { pages: [{ items: [], nextCursor: null }], pageParams: [null] },
  });
});

it('the practice pages show decks and due drills, but neither the question of a drill nor its answer', async () => {
  const coach = await createCoach(test, admin);
  const { deckId, drillId } = await createTestDeck(test, coach);
  const student = await test.createUser({ password: testPassword });
  const missed = { id: randomUUID(), drillId, version: 1, chosen: 0, tookMs: 1_000, agoMs: 0 };
  await test.caller(student).drills.attempt(missed);
  test.clock.advance(2 * dayMs);
  const client = await signIn(test.app, student);

  const { prompt, reason, options } = choiceDrill;
  const secrets = [prompt, reason, ...options.map(({ why }) => why), '"weight"'];
  for (const [url, content] of [
    ['/practice', 'Start the <!-- -->drill'],
    [`/practice/${deckId}`, '0 of 1 learned'],
  ] as const) {
    const { body } = await client.request('GET', url);
    expect(body).toContain(content);
    expect(
      secrets.filter((secret) => body.includes(secret)),
      url,
    ).toEqual([]);
  }
  for (const url of [
    '/practice?ask=due',
    `/practice/${deckId}?ask=all`,
    `/practice/${deckId}?drill=${drillId}`,
  ]) {
    const { body } = await client.request('GET', url);
    expect(body).toContain('>Loading</p>');
    expect(stateOf(body), url).not.toHaveProperty('own');
  }
});
