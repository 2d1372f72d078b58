import type { Page } from '@playwright/test';

/** Opens a server-rendered page and delays its application script. @returns a function that releases the script */
export async function openBeforeAlive(page: Page, address: string): Promise<() => void> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/\/assets\/frame-[^/]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  // The first script has run and requests the others, or the page requested them itself.
  const requested = 'link[data-after-paint][rel=modulepreload], link[rel=modulepreload][fetchpriority=low]';
  await page.locator(requested).first().waitFor({ state: 'attached' });
  return letGo;
}
