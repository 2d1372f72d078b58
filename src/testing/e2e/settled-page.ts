import { expect, type Page } from '@playwright/test';

/** Waits two frames, until the last change has been rendered and its events have fired. */
export function nextFrames(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn)))),
  );
}

/**
 * Waits until the page is hydrated (the current user is known), has its heading, and has loaded all of its parts. The
 * contact form is excluded: it loads when the user scrolls near it.
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
