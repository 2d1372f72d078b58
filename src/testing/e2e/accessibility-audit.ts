import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import type axeCore from 'axe-core';
import { overflowOf } from './overflow.ts';
import { nextFrames } from './settled-page.ts';

/** Defined in the page after `axeSource` has run there. */
declare const axe: typeof axeCore;
/** The minified file is half the size of `axe.source`. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };
/** 1280 px at 400 % (WCAG 1.4.10). */
const zoomed = { width: 320, height: 256 };

/**
 * Rules whose result depends on the width. Those about names and labels are included because some elements are shown at
 * one width only.
 */
const rulesOfWidths = ['target-size', 'button-name', 'link-name', 'label'];

/** A window size and a color scheme in which a page is audited, and the rules of axe that are checked there. */
type Look = { viewport: typeof desktop; scheme: 'light' | 'dark'; rules: 'all' | 'none' | readonly string[] };

export const allLooks: readonly Look[] = [
  { viewport: desktop, scheme: 'light', rules: 'all' },
  { viewport: phone, scheme: 'dark', rules: 'all' },
  { viewport: desktop, scheme: 'dark', rules: ['color-contrast'] },
  { viewport: phone, scheme: 'light', rules: ['color-contrast'] },
];

/**
 * The looks for most audits: each width once. Contrast is the slowest rule, and `palettes.test.ts` checks the colors of
 * both themes, so the dark theme is audited only in `npm run test:all`.
 */
const usualLooks: readonly Look[] = process.env.ALL_LOOKS
  ? allLooks
  : [
      { viewport: desktop, scheme: 'light', rules: 'all' },
      { viewport: phone, scheme: 'light', rules: rulesOfWidths },
    ];

/**
 * The looks for a state of a screen. `accessibility.spec.ts` audits the initial state of every route with axe. Of the
 * other states, only dialogs are checked with axe.
 */
const looksOfStates = (isDialog: boolean): readonly Look[] =>
  process.env.ALL_LOOKS
    ? allLooks
    : [
        { viewport: desktop, scheme: 'light', rules: isDialog ? 'all' : 'none' },
        { viewport: phone, scheme: 'light', rules: 'none' },
      ];

/** @returns one line for each violation, with the rule and the elements */
async function violations(page: Page, state: string, rules: Look['rules']): Promise<string[]> {
  if (rules === 'none') return [];
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const found = await page.evaluate(
    async ({ only, names }) => {
      const results = await axe.run({
        resultTypes: ['violations'],
        // No rule of these tags reads style sheets, which axe would load again.
        preload: { assets: ['media'] },
        ...(only !== 'all'
          ? { runOnly: [...only] }
          : { runOnly: { type: 'tag', values: names }, rules: { 'target-size': { enabled: true } } }),
      });
      return results.violations.map(({ id, nodes }) => ({
        id,
        targets: nodes.map(({ target }) => target.join(' ')),
      }));
    },
    { only: rules, names: tags },
  );
  return found.map(({ id, targets }) => `${state}: ${id} at ${targets.join(', ')}`);
}

/**
 * Audits the page with axe in each look, with the rules of that look, and checks that it does not scroll horizontally,
 * even at 400% zoom. Afterwards, the page has its previous size and the light theme.
 * @returns one line for each problem
 */
export async function audit(
  page: Page,
  state: string,
  looks: readonly Look[] = usualLooks,
): Promise<string[]> {
  const found: string[] = [];
  const viewportBefore = page.viewportSize() ?? desktop;
  let scheme: 'light' | 'dark' = 'light';
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  const show = async (viewport: typeof desktop, colorScheme: 'light' | 'dark', look: string) => {
    await page.setViewportSize(viewport);
    if (colorScheme !== scheme) {
      scheme = colorScheme;
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    }
    // Colors are checked after the new theme has been rendered.
    await page.waitForFunction(() => document.getAnimations().length === 0);
    await nextFrames(page);
    const overflow = await overflowOf(page);
    if (overflow > 0) found.push(`${state}, ${look}: scrolls sideways by ${overflow} px`);
  };
  for (const { viewport, scheme: shown, rules } of looks) {
    const look = `${viewport.width} px, ${shown}`;
    await show(viewport, shown, look);
    found.push(...(await violations(page, `${state}, ${look}`, rules)));
  }
  await show(zoomed, 'light', '400% zoom');
  await page.setViewportSize(viewportBefore);
  return found;
}

/** The screens that were audited, by test file, path, tab and dialog. */
const seen = new Set<string>();

/**
 * Audits the current screen. In `npm run test:all`, each state is audited in all looks. In `npm test`, only the first
 * state of each screen in a test file is audited: a dialog with all rules, another state only for horizontal scrolling.
 * @throws if `audit` finds a problem
 */
export async function expectPassesAudit(page: Page, state: string): Promise<void> {
  const { pathname, searchParams } = new URL(page.url());
  // Read in one call, because a dialog may be closing.
  const [heading] = await page.getByRole('dialog').getByRole('heading').allInnerTexts();
  const screen = [test.info().file, pathname, searchParams.get('tab'), heading].join(' ');
  if (seen.has(screen) && !process.env.ALL_LOOKS) return;
  seen.add(screen);
  expect(await audit(page, state, looksOfStates(heading !== undefined))).toEqual([]);
}
