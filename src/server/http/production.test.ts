import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { httpClient } from '../../testing/http-client.ts';
import { createTestApp, setUpTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';
import { testConfig } from '../../testing/test-config.ts';
import { createS3Storage } from '../platform/storage/s3-storage.ts';
import { registerSecurityHeaders } from './security.ts';

const production = {
  NODE_ENV: 'production',
  APP_URL: 'https://academy.example',
  SESSION_SECRET: 'a'.repeat(40),
  ENCRYPTION_KEY: 'b'.repeat(40),
  STRIPE_SECRET_KEY: 'sk_live_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abcdefgh',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'hello@academy.example',
  RATE_LIMIT_FACTOR: '1',
};
const appUrl = production.APP_URL;

describe('forwarded headers', () => {
  const test = setUpTestApp({ appUrl, env: { ...production, TRUST_PROXY: '10.0.0.0/8' } });

  const visit = (remoteAddress: string, forwardedFor?: string) =>
    test.app.inject({
      url: '/api/plans',
      remoteAddress,
      ...(forwardedFor !== undefined && { headers: { 'x-forwarded-for': forwardedFor } }),
    });
  const warnings = () => test.logs.filter((line) => line.includes('TRUST_PROXY'));
  const check = async () => {
    const admin = await test.createUser({ role: 'admin' });
    const { checks } = await test.caller(admin).admin.system.status();
    return checks.find(({ key }) => key === 'proxy');
  };

  it('cause no warning if a trusted proxy sent them or if a request has none', async () => {
    await visit('10.1.2.3', '203.0.113.9');
    await visit('198.51.100.7');
    expect(warnings()).toEqual([]);
    expect(await check()).toMatchObject({ state: 'ok', advice: null });
  });

  it('from an untrusted proxy are reported once in the log, and on the System page for a day', async () => {
    for (let visits = 0; visits < 3; visits += 1) await visit('172.17.0.1', '203.0.113.9');
    expect(warnings()).toHaveLength(1);
    expect(JSON.parse(warnings()[0] ?? '')).toMatchObject({ level: 40, peer: '172.17.0.1' });
    expect(await check()).toMatchObject({
      state: 'warning',
      summary: 'All visitors seem to have the same IP address',
      technical: expect.stringContaining('forwarded by 172.17.0.1, which TRUST_PROXY does not name'),
    });
    test.clock.advance(25 * 60 * 60_000);
    expect(await check()).toMatchObject({ state: 'ok' });
  });
});

describe('two-factor authentication of admins', () => {
  it('is required in production by default, and a setting turns it off', async () => {
    const test = await createTestApp({ appUrl, env: production });
    const development = await createTestApp();
    onTestFinished(async () => {
      await test.close();
      await development.close();
    });
    const admin = await test.createUser({ role: 'admin', password: testPassword });
    const settingOf = async (app: TestApp) =>
      (await app.caller(admin).admin.settings.list()).find(({ key }) => key === 'requireAdminTwoFactor');
    expect(await settingOf(test)).toMatchObject({ value: true, default: true, updatedAt: null });
    expect(await settingOf(development)).toMatchObject({ value: false, default: false });

    const client = httpClient(test.app);
    const body = { email: admin.email, password: testPassword };
    expect((await client.request('POST', '/api/login', body)).statusCode).toBe(200);
    const rejected = await client.request('GET', '/api/admin/analytics');
    expect(rejected.json()).toMatchObject({ code: 'two_factor_setup_required' });
    await test.caller(admin).admin.settings.update([{ key: 'requireAdminTwoFactor', value: false }]);
    expect((await client.request('GET', '/api/admin/analytics')).statusCode).toBe(200);
  });
});

it('if the academy has an https URL, browsers send the academy’s cookies only over https and only to that URL’s origin', async () => {
  const test = await createTestApp({ appUrl, env: production });
  try {
    const user = await test.createUser({ password: testPassword });
    const body = { email: user.email, password: testPassword };
    const response = await httpClient(test.app).request('POST', '/api/login', body);
    const cookies = [response.headers['set-cookie'] ?? []].flat();
    expect(cookies.map((cookie) => cookie.split('=')[0]).toSorted()).toEqual([
      '__Host-device',
      '__Host-session',
    ]);
    for (const cookie of cookies) {
      const attributes = cookie.split('; ').slice(1);
      expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']));
      expect(cookie).not.toMatch(/domain=/i);
    }
  } finally {
    await test.close();
  }
});

describe('the content security policy', () => {
  const s3 = { S3_BUCKET: 'academy-files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
  it.each([
    [{ S3_REGION: 'eu-central-1' }, 'https://academy-files.s3.eu-central-1.amazonaws.com'],
    [{ S3_REGION: 'eu-central-1', S3_FORCE_PATH_STYLE: 'true' }, 'https://s3.eu-central-1.amazonaws.com'],
    [{ S3_ENDPOINT: 'https://files.example:9000/' }, 'https://files.example:9000'],
    [
      { S3_ENDPOINT: 'https://files.example', S3_FORCE_PATH_STYLE: 'false' },
      'https://academy-files.files.example',
    ],
  ])('lets the browser connect only to the academy and the bucket’s host: %j', async (env, origin) => {
    const config = testConfig({ ...s3, ...env });
    if (!config.s3) throw new Error('S3 is configured here');
    const deps = { config, appUrl: () => appUrl, storage: createS3Storage(config.s3) };
    const headers = await registerSecurityHeaders(Fastify(), deps);
    const connect = /connect-src ([^;]*)/.exec(headers['content-security-policy'] ?? '')?.[1];
    expect(connect?.split(' ')).toEqual(["'self'", origin]);
    await deps.storage.close();
  });
});
