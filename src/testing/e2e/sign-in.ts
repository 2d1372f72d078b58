import type { BrowserContext } from '@playwright/test';

/** The people that the demo data brings, besides the admin of `academy.ts`. */
export const demoStudent = { email: 'student@example.test', password: 'demo-student' };
export const demoApplicant = { email: 'lena@example.test', password: 'demo-student' };

/** Signs every page of the context in. @throws when the credentials are refused */
export async function signIn(
  context: BrowserContext,
  url: string,
  who: { email: string; password: string },
): Promise<void> {
  const answer = await context.request.post(`${url}/api/login`, { data: who });
  if (!answer.ok()) throw new Error(`sign-in of ${who.email} failed: ${answer.status()}`);
}
