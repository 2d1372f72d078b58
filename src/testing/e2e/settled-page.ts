import { expect, type Page } from '@playwright/test';

/** Waits two frames. By then, earlier changes have been rendered and their events have fired. */
export function nextFrames(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn)))),
  );
}

/** Whether the navigation bar and the content react to clicks, or the page loads no script until the visitor acts. */
function isHydrated(): boolean {
  if (document.querySelector('[data-waits-for-input]')) return true;
  const bar = Object.keys(document.querySelector('header button') ?? {});
  return (
    bar.some((key) => key.startsWith('__react')) &&
    document.documentElement.hasAttribute('data-content-hydrated')
  );
}

/** Waits until the page is hydrated. Before that, a click on a link loads the page from the server. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated);
}

/**
 * Waits until the page is hydrated, the current user is known, and the heading and all parts of the page are rendered.
 * The contact form is excluded, because it loads only when the user scrolls near it.
 */
export async function settle(page: Page): Promise<void> {
  await hydrated(page);
  const known = page
    .getByRole('button', { name: /Account menu/ })
    .or(page.getByRole('link', { name: 'Login / Sign Up' }))
    .or(page.getByRole('dialog'));
  await expect(known.first()).toBeAttached();
  await expect(page.locator('main').locator('h1, h2, h3').first()).toBeAttached();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await expect(page.locator('main .animate-pulse:not(#contact *)')).toHaveCount(0);
}
