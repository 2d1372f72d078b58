import { TOTP } from 'otpauth';
import { expect } from 'vitest';
import { type HttpClient, signedIn } from '../../../testing/http-client.ts';
import { emailsTo } from '../../../testing/rows.ts';
import { type TestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

/** The duration of a TOTP time step, in milliseconds. */
export const step = 30_000;

export type Person = {
  user: TestUser;
  client: HttpClient;
  recoveryCodes: string[];
  /** The authenticator's code, offset by a number of time steps. */
  code: (stepsFromNow?: number) => string;
};

/** Sends the first request of a login. */
export function login(client: HttpClient, user: TestUser, more: object = {}) {
  return client.request('POST', '/api/login', { email: user.email, password: testPassword, ...more });
}

/** Sets the clock to 10 seconds into a time step, so that no test starts at the edge of a step. */
export function settleClock(app: TestApp): void {
  app.clock.set(new Date(Math.ceil(Date.now() / step) * step + 10_000));
}

/** Creates a user with two-factor authentication, set up as on the profile page. */
export async function withTwoFactor(app: TestApp, role: 'user' | 'admin' = 'user'): Promise<Person> {
  const { user, client } = await signedIn(app, role);
  const started = await client.request('POST', '/trpc/security.startTwoFactor', { password: testPassword });
  expect(started.statusCode, started.body).toBe(200);
  const { uri, key, qrCode } = started.json().result.data;
  const totp = new TOTP({ secret: key.replaceAll(' ', '') });
  expect(uri).toMatch(/^otpauth:\/\/totp\/.*issuer=Poker%20Academy/);
  expect(qrCode).toMatch(/^data:image\/svg\+xml;base64,/);
  const code = (stepsFromNow = 0) =>
    totp.generate({ timestamp: app.deps.now().getTime() + stepsFromNow * step });
  const confirmed = await client.request('POST', '/trpc/security.confirmTwoFactor', { code: code() });
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  // Setup used up the current code, so move on to the next one.
  app.clock.advance(step);
  return { user, client, code, recoveryCodes: confirmed.json().result.data.recoveryCodes };
}

/** The kinds of the emails sent to a user, oldest first. */
export async function emailKinds(app: TestApp, user: TestUser): Promise<string[]> {
  return (await emailsTo(app, user)).map(({ kind }) => kind);
}
