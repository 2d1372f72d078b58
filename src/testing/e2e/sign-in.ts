import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

/** Users of the demo data. The admin is in `academy.ts`. */
export const demoStudent = { email: 'student@example.test', password: 'demo-student' };
export const demoCoach = { email: 'coach@example.test', password: 'demo-coach' };
export const demoApplicant = { email: 'lena@example.test', password: 'demo-student' };

/** Logs in, for all pages of the context. @throws if the credentials are rejected */
export async function signIn(
  context: BrowserContext,
  url: string,
  who: { email: string; password: string },
): Promise<void> {
  const response = await context.request.post(`${url}/api/login`, { data: who });
  if (!response.ok()) throw new Error(`sign-in of ${who.email} failed: ${response.status()}`);
}

/** Opens a context in which the user is logged in. */
export async function signedInContext(
  browser: Browser,
  url: string,
  who: { email: string; password: string },
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, ...options });
  await signIn(context, url, who);
  return context;
}

/** Logs in without a browser. @returns the Cookie header @throws if the credentials are rejected */
export async function signInCookie(url: string, who: { email: string; password: string }): Promise<string> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(who),
  });
  if (!response.ok)
    throw new Error(`sign-in of ${who.email} failed: ${response.status} ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** Logs out with the account menu, and waits for the landing page. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('link', { name: 'Login / Sign Up' }).waitFor();
}
