import type { BrowserContext, Page } from '@playwright/test';

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
  const answer = await context.request.post(`${url}/api/login`, { data: who });
  if (!answer.ok()) throw new Error(`sign-in of ${who.email} failed: ${answer.status()}`);
}

/** Logs out with the account menu, and waits for the landing page. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('link', { name: 'Login / Sign Up' }).waitFor();
}
