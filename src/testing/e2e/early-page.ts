import type { Page } from '@playwright/test';

/** Opens a page that the server drew, with its application held back. @returns lets it go */
export async function openBeforeAlive(page: Page, address: string): Promise<() => void> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/\/assets\/frame-[^/]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  // The first script has run, and asks for the rest.
  await page.locator('link[data-after-paint][rel=modulepreload]').first().waitFor({ state: 'attached' });
  return letGo;
}
