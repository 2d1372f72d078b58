import { expect, type Page } from '@playwright/test';

/** Two frames: what the last change drew, moved or scrolled is done, and its events have come. */
export function nextFrames(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn)))),
  );
}

/**
 * Who is logged in is known, so that the page is alive; it has its heading, and no part of it is still on its way. The
 * contact form waits until the reader is near.
 */
export async function settle(page: Page): Promise<void> {
  const known = page
    .getByRole('button', { name: /Account menu/ })
    .or(page.getByRole('link', { name: 'Login / Sign Up' }))
    .or(page.getByRole('dialog'));
  await expect(known.first()).toBeAttached();
  await expect(page.locator('main').locator('h1, h2, h3').first()).toBeAttached();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await expect(page.locator('main .animate-pulse:not(#contact *)')).toHaveCount(0);
}
