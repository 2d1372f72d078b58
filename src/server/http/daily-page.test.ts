import { beforeAll, expect, it } from 'vitest';
import { dayMs } from '../../shared/durations.ts';
import { signIn } from '../../testing/http-client.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import { planTwoDays } from '../practice/testing/daily-hands.ts';
import { buildClient } from './testing/pages.ts';

beforeAll(() => buildClient());
const test = setUpTestApp();
let admin: TestUser;

beforeAll(async () => {
  admin = await test.createUser({ role: 'admin' });
});

const get = (url: string) => test.app.inject({ method: 'GET', url });

it('for browsers without scripts, /daily links to the hands of earlier days; if a setting requires an account, visitors see no hand, and search engines may index neither these pages nor days for members', async () => {
  const days = await planTwoDays(test, admin);
  const { body } = await get('/daily');
  expect(body).toContain('Question 1?');
  const rendered = body.slice(0, body.indexOf('id="page-state"'));
  expect(rendered).toContain(`href="/daily/${days[0]}"`);
  expect(rendered).toContain('Next hand at 00:00 UTC.');
  expect((await get(`/daily/${days[0]}`)).body).toContain('Question 0?');
  const { settings } = test.caller(admin).admin;
  await settings.update([{ key: 'dailyIsPublic', value: false }]);
  for (const url of ['/daily', `/daily/${days[0]}`]) {
    const { body: closed, headers } = await get(url);
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(closed).toContain('Log in to see the hand of the day');
    expect(closed).not.toMatch(/Question \d\?|\/picture/);
  }
  const { email } = await test.createUser({ password: testPassword });
  const student = await signIn(test.app, { email });
  expect((await student.request('GET', '/daily')).body).toContain('Question 1?');
  await settings.update([{ key: 'dailyIsPublic', value: true }]);

  const url = `/daily/${days[0]}`;
  expect((await get(url)).headers).not.toHaveProperty('x-robots-tag');
  test.clock.advance(30 * dayMs);
  const { statusCode, headers } = await get(url);
  expect([statusCode, headers['x-robots-tag']]).toEqual([200, 'noindex']);
  test.clock.advance(-30 * dayMs);
});

it.each(['2020-02-30', '2020-01-01'])('/daily/%s returns 404, like every day without a hand', async (day) => {
  expect((await get(`/daily/${day}`)).statusCode).toBe(404);
});
