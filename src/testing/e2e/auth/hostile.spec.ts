import {
  type Browser,
  type BrowserContext,
  expect,
  type Page,
  type PlaywrightWorkerArgs,
  test,
} from '@playwright/test';
import { chromiumOptions } from '../../system-chromium.ts';
import { admin } from '../academy.ts';
import { recordConsoleErrors } from '../console-errors.ts';
import { ownAcademy } from '../own-academy.ts';
import { publishSession } from '../publish-session.ts';
import { demoStudent, signedInContext, signOut } from '../sign-in.ts';

/** Injected scripts must have no effect, and no user data may remain visible after logout. */

const academy = ownAcademy();

/** Goes back. Playwright's `goBack` waits for a load, which does not occur for a page from the back/forward cache. */
async function goBack(page: Page): Promise<void> {
  const left = page.url();
  await page.evaluate(() => setTimeout(() => history.back()));
  await expect.poll(() => page.url()).not.toBe(left);
}

/** A browser with the back/forward cache, which Playwright disables by default. */
function launchWithPageCache(playwright: PlaywrightWorkerArgs['playwright']): Promise<Browser> {
  return playwright.chromium.launch({
    ...chromiumOptions(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
}

test('after logging out the back button shows no user data', async ({ playwright }) => {
  const browser = await launchWithPageCache(playwright);
  const context = await signedInContext(browser, academy.url, demoStudent);
  const page = await context.newPage();
  // Each page is loaded in full, so that it can enter the back/forward cache.
  await page.goto('/profile');
  await expect(page.locator('main').getByText(demoStudent.email).first()).toBeVisible();
  await page.goto('/products');
  await signOut(page);
  for (let step = 0; step < 2; step += 1) {
    await goBack(page);
    await expect(page.getByRole('link', { name: 'Login / Sign Up' })).toBeVisible();
    await expect(page.getByText(demoStudent.email)).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Account menu/ })).toHaveCount(0);
  }
  await browser.close();
});

test('a page from the back/forward cache checks again who is logged in', async ({ playwright }) => {
  const browser = await launchWithPageCache(playwright);
  const context = await signedInContext(browser, academy.url, demoStudent);
  const page = await context.newPage();
  await page.goto('/profile');
  await expect(page.locator('main').getByText(demoStudent.email).first()).toBeVisible();
  await page.goto('/healthz');
  // Logged out elsewhere, without any notification to this browser.
  await fetch(`${academy.url}/api/logout`, {
    method: 'POST',
    headers: { cookie: (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ') },
  });
  await goBack(page);
  await expect(page.getByText(demoStudent.email)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Account menu/ })).toHaveCount(0);
  await browser.close();
});

test.describe('injected scripts', () => {
  const script = '"><img src=x onerror=alert(1)><script>alert(2)</script>';
  let adminContext: BrowserContext;
  let studentContext: BrowserContext;
  let consoleErrors: (readonly string[])[];
  let ran: string[];

  test.beforeAll(async ({ browser }) => {
    [adminContext, studentContext] = [
      await signedInContext(browser, academy.url, admin),
      await signedInContext(browser, academy.url, demoStudent),
    ];
    consoleErrors = [await recordConsoleErrors(adminContext), await recordConsoleErrors(studentContext)];
    ran = [];
    for (const context of [adminContext, studentContext]) {
      context.on('dialog', async (dialog) => {
        ran.push(dialog.message());
        await dialog.dismiss();
      });
    }
  });
  test.afterAll(async () => {
    await adminContext.close();
    await studentContext.close();
  });

  /** Expects that no script ran or was blocked, and that the injected text created no elements. */
  async function expectInert(page: Page): Promise<void> {
    await expect(page.locator('img[onerror], script:not([src]):not([type="application/json"])')).toHaveCount(
      0,
    );
    expect(ran).toEqual([]);
    expect(consoleErrors.flat()).toEqual([]);
  }

  test('a student’s name is rendered as text in the profile and the admin area', async () => {
    const { id } = (await (await studentContext.request.get('/api/user')).json()) as { id: string };
    const renamed = await studentContext.request.put(`/api/user/${id}`, {
      data: { firstName: script.slice(0, 60), lastName: '{{7*7}}#{7*7}' },
    });
    expect(renamed.status(), await renamed.text()).toBe(200);
    const page = await studentContext.newPage();
    await page.goto('/profile');
    await expect(page.getByText('onerror=').first()).toBeVisible();
    await expectInert(page);
    const adminPage = await adminContext.newPage();
    for (const path of ['/admin?tab=users', `/admin/users/${id}`, '/admin?tab=audit']) {
      await adminPage.goto(path);
      await expect(adminPage.getByRole('button', { name: /Account menu/ })).toBeVisible();
      await expect(adminPage.locator('main [aria-busy="true"]')).toHaveCount(0);
      await expectInert(adminPage);
    }
    await adminPage.goto(`/admin/users/${id}`);
    await expect(adminPage.getByText('onerror=').first()).toBeVisible();
    await expectInert(adminPage);
  });

  test('product and session texts are rendered as text, with safe links', async () => {
    const title = `Deep ranges ${script}`;
    const session = await publishSession(adminContext.request, academy.url, {
      title,
      productNumber: 9_001,
      content: `${script}\n\n[here](javascript:alert(3)) [there](data:text/html,<script>alert(4)</script>)\n\n![x](javascript:alert(5))\n\n<iframe src="javascript:alert(6)"></iframe>`,
    });
    const page = await studentContext.newPage();
    for (const path of ['/products', `/coaching/${session}`]) {
      await page.goto(path);
      await expect(page.getByText('Deep ranges').first()).toBeVisible();
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      await expectInert(page);
    }
    await expect(page.getByText('here', { exact: false }).first()).toBeVisible();
    await expect(page.locator('a[href^="javascript:" i], a[href^="data:" i], main iframe')).toHaveCount(0);
  });

  test('a URL with a script or an external redirect has no effect', async () => {
    const page = await studentContext.newPage();
    const encoded = encodeURIComponent(script);
    for (const path of [
      `/products?q=${encoded}`,
      `/payment-error?reason=${encoded}&plan=${encoded}&amount=${encoded}`,
      `/payment-success?session_id=${encoded}`,
      `/search?q=${encoded}`,
      `/admin?tab=${encoded}`,
      `/no-such-page/${encoded}#${encoded}`,
      `/reset-password?token=${encoded}`,
    ]) {
      await page.goto(path);
      await expect(page.locator('main').locator('h1, h2, h3').first()).toBeVisible();
      await expectInert(page);
    }
    for (const next of ['//evil.example', 'javascript:alert(7)', '/\\evil.example', 'https://evil.example']) {
      await page.goto(`/auth?next=${encodeURIComponent(next)}`);
      await expect.poll(() => new URL(page.url()).pathname).not.toBe('/auth');
      expect(new URL(page.url()).origin).toBe(academy.url);
    }
    await expectInert(page);
  });
});
