import type { Page } from '@playwright/test';
import { nextFrames } from './settled-page.ts';

export type Shift = { value: number; moved: string[] };

/** Maximum sum of a page's layout shifts. A Cumulative Layout Shift of up to 0.1 is considered good. */
export const maxShift = 0.02;

/** Starts recording the layout shifts of each document that the page loads, from its first paint on. See `shiftsOf`. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { layoutShifts: shifts });
    const nameOf = (node: Node | null) =>
      node instanceof Element ? node.outerHTML.slice(0, 120) : (node?.textContent?.slice(0, 60) ?? '');
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // The interface is experimental and missing in TypeScript's DOM library.
        const { value, sources = [] } = entry as PerformanceEntry & {
          value: number;
          sources?: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
        };
        shifts.push({
          value,
          moved: sources.map(
            ({ node, previousRect: from, currentRect: to }) =>
              `${from.x},${from.y} ${from.width}x${from.height} to ${to.x},${to.y} ${to.width}x${to.height}: ${nameOf(node)}`,
          ),
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** @returns the layout shifts of the current document, in order */
export async function shiftsOf(page: Page): Promise<Shift[]> {
  // Entries are reported after the frame that they describe.
  await nextFrames(page);
  return page.evaluate(() => Reflect.get(window, 'layoutShifts') as Shift[]);
}

/** @returns the sum of all shifts; the Cumulative Layout Shift is at most this sum */
export function sumOf(shifts: readonly Shift[]): number {
  return shifts.reduce((total, { value }) => total + value, 0);
}
