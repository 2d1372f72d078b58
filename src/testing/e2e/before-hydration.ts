import type { Page } from '@playwright/test';

/** Opens a server-rendered page and blocks its application script. @returns a function that lets the script load */
export async function openBeforeHydration(page: Page, url: string): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/shell-[^/]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(url, { waitUntil: 'commit' });
  // Waits until the page, or its first script, requests the application's scripts.
  const requested = 'link[data-after-paint][rel=modulepreload], link[rel=modulepreload][fetchpriority=low]';
  await page.locator(requested).first().waitFor({ state: 'attached' });
  return release;
}
