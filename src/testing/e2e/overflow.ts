import type { Page } from 'playwright';

/** @returns the horizontal overflow of the page, in CSS pixels */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
