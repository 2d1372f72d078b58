import { TOTP } from 'otpauth';
import { dayMs } from '../shared/durations.ts';
import { type HttpClient, httpClient, signedIn, signIn } from './http-client.ts';
import { changeUser } from './rows.ts';
import { type TestApp, testPassword } from './test-app.ts';

/**
 * The access that the server must grant to each kind of caller: that of a visitor, a student, an admin, or a viewer,
 * who is an admin impersonating a student.
 */
export const grantedAccess = {
  visitor: 'visitor',
  student: 'student',
  admin: 'admin',
  /** A coach has the access of a student, and may also do what is reserved for coaches. */
  coach: 'student',
  /** A user who was a coach when the session began. */
  formerCoach: 'student',
  /** An admin who was suspended during a session. */
  suspended: 'visitor',
  /** An admin whose session has expired. */
  expired: 'visitor',
  /** A copy of an admin's cookie, made before the admin logged out. */
  signedOut: 'visitor',
  /** An admin whose role another admin removed while a tab was open. The removal ended the session. */
  demoted: 'visitor',
  /** An admin whose role was removed without ending the session: the role is read on each request. */
  formerAdmin: 'student',
  /** An admin who has requested deletion of the account. */
  leaving: 'visitor',
  /** An admin whose password violates the strict policy. */
  weakAdmin: 'student',
  /** An admin without the required second factor. */
  unsecuredAdmin: 'student',
  /** A coach without the required second factor. */
  unsecuredCoach: 'student',
  /** An admin who has entered the password but not yet the second-factor code. */
  halfSignedIn: 'visitor',
  /** An admin whose last authentication is too old for sensitive actions. */
  staleAdmin: 'admin',
  /** An admin who is viewing the academy as a student. */
  viewing: 'viewer',
} as const;
export type ActorName = keyof typeof grantedAccess;
export const actorNames = Object.keys(grantedAccess) as ActorName[];

/** Opens a browser for each kind of caller. Turns on the strict password policy and the required second factor. */
export async function openActors(test: TestApp): Promise<Record<ActorName, HttpClient>> {
  const { db } = test.deps;
  const [student, admin] = [await signedIn(test, 'user'), await signedIn(test, 'admin')];
  const adminCaller = test.caller(admin.user);
  const openCoach = async () => {
    const user = await test.createUser({ password: testPassword });
    await adminCaller.admin.coaching.grantCoach({ userId: user.userId, displayName: 'Coach' });
    return { user, client: await signIn(test.app, user) };
  };
  const [coach, formerCoach, unsecuredCoach] = [await openCoach(), await openCoach(), await openCoach()];
  await adminCaller.admin.settings.update([{ key: 'passwordPolicy', value: 'strict' }]);
  await adminCaller.admin.coaching.revokeCoach({ userId: formerCoach.user.userId });
  const suspended = await signedIn(test, 'admin');
  await changeUser(test, suspended.user, { suspended_at: new Date() });
  const expired = await signedIn(test, 'admin');
  await db
    .updateTable('sessions')
    .set({ expire: new Date(0) })
    .where('user_id', '=', expired.user.userId)
    .execute();
  const loggedOut = await signedIn(test, 'admin');
  const signedOut = copyOf(test, loggedOut.client);
  await loggedOut.client.request('POST', '/api/logout');
  const demoted = await signedIn(test, 'admin');
  await adminCaller.admin.users.setRole({ id: demoted.user.userId, role: 'user', reason: 'Left the team' });
  const formerAdmin = await signedIn(test, 'admin');
  await changeUser(test, formerAdmin.user, { role: 'user' });
  const leaving = await signedIn(test, 'admin');
  await changeUser(test, leaving.user, { deletion_due_at: new Date(Date.now() + dayMs) });
  const weakAdmin = await signedIn(test, 'admin');
  await changeUser(test, weakAdmin.user, { password_refused_at: new Date() });
  const staleAdmin = await signedIn(test, 'admin');
  await db
    .updateTable('sessions')
    .set({ confirmed_at: new Date(0) })
    .where('user_id', '=', staleAdmin.user.userId)
    .execute();
  const viewing = await signedIn(test, 'admin');
  const view = { id: student.user.userId, reason: 'They cannot see their session' };
  const viewed = await viewing.client.request('POST', '/trpc/admin.impersonation.start', view);
  if (viewed.statusCode !== 200) throw new Error(`no view of a student: ${viewed.body}`);
  const halfSignedIn = await openHalfSignedIn(test, (await signedIn(test, 'admin')).client);
  const unsecuredAdmin = await signedIn(test, 'admin');
  // Gives these admins and the coach the second factor that the setting below requires.
  for (const { user } of [admin, coach, weakAdmin, staleAdmin, viewing]) {
    await changeUser(test, user, { two_factor_enabled_at: new Date() });
  }
  await adminCaller.admin.settings.update([{ key: 'requireAdminTwoFactor', value: true }]);

  return {
    visitor: httpClient(test.app),
    student: student.client,
    admin: admin.client,
    coach: coach.client,
    formerCoach: formerCoach.client,
    suspended: suspended.client,
    expired: expired.client,
    signedOut,
    demoted: demoted.client,
    formerAdmin: formerAdmin.client,
    leaving: leaving.client,
    weakAdmin: weakAdmin.client,
    unsecuredAdmin: unsecuredAdmin.client,
    unsecuredCoach: unsecuredCoach.client,
    halfSignedIn,
    staleAdmin: staleAdmin.client,
    viewing: viewing.client,
  };
}

/**
 * Enables the second factor for a logged-in admin.
 * @returns another browser of the admin, after the first login step
 */
async function openHalfSignedIn(test: TestApp, admin: HttpClient): Promise<HttpClient> {
  const started = await admin.request('POST', '/trpc/security.startTwoFactor', { password: testPassword });
  const totp = new TOTP({ secret: String(started.json().result.data.key).replaceAll(' ', '') });
  const code = totp.generate({ timestamp: test.deps.now().getTime() });
  await admin.request('POST', '/trpc/security.confirmTwoFactor', { code });
  const { email } = (await admin.request('GET', '/api/user')).json();
  const client = httpClient(test.app);
  const response = await client.request('POST', '/api/login', { email, password: testPassword });
  if (response.json().code !== 'two_factor_required') throw new Error(`no second step: ${response.body}`);
  return client;
}

/** A copy of the browser with its current cookies, as a thief would have it. */
function copyOf(test: TestApp, { cookie }: HttpClient): HttpClient {
  const thief = httpClient(test.app);
  thief.setCookie(cookie());
  return thief;
}
