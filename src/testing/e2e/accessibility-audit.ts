import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };
/** 1280 px at 400 % (WCAG 1.4.10). */
const zoomed = { width: 320, height: 256 };

/** Both widths and both themes; what differs by theme alone are the colours. */
const looks = [
  { viewport: desktop, scheme: 'light', rules: undefined },
  { viewport: desktop, scheme: 'dark', rules: ['color-contrast'] },
  { viewport: phone, scheme: 'dark', rules: undefined },
  { viewport: phone, scheme: 'light', rules: ['color-contrast'] },
] as const;

/** @returns one line for each violation, naming the rule and the elements; none when the page is clean */
async function violations(page: Page, state: string, rules?: readonly string[]): Promise<string[]> {
  // Legacy: evaluated in this page. The alternative opens another page each time, for frames that we have none of.
  const builder = new AxeBuilder({ page }).setLegacyMode();
  if (rules) builder.withRules([...rules]);
  else builder.withTags(tags).options({ rules: { 'target-size': { enabled: true } } });
  const { violations: found } = await builder.analyze();
  return found.map(
    ({ id, nodes }) => `${state}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

/** Colours are judged once the new theme is drawn. */
async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn)))),
  );
}

/** All looks, and the reflow at 400 %. */
export async function audit(page: Page, state: string): Promise<string[]> {
  const found: string[] = [];
  for (const { viewport, scheme, rules } of looks) {
    await page.setViewportSize(viewport);
    await showTheme(page, scheme);
    found.push(...(await violations(page, `${state}, ${viewport.width} px, ${scheme}`, rules)));
  }
  await page.setViewportSize(zoomed);
  await showTheme(page, 'light');
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (overflow > 0) found.push(`${state}: scrolls sideways by ${overflow} px at 400 % zoom`);
  await page.setViewportSize(desktop);
  return found;
}
