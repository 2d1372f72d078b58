import './styles.css';
import { waitsForInput } from '../shared/page-state.ts';
import { keepEarlyPress } from './lib/early-press.ts';
import { isStaleChunkError, reloadOnce } from './lib/stale-chunks.ts';

/** Milliseconds after which the first paint is no longer awaited, because not every browser reports it. */
const longestWait = 1_000;

/**
 * The page's first script. The server-rendered page is painted before the application is loaded: parsing and
 * hydrating it keeps a phone busy for a while, during which the user should see the page. A frame that is merely
 * scheduled does not count, because the scripts would compete with its fonts.
 */
function firstPaint(): Promise<unknown> {
  // The shell of a page that needs a login shows nothing yet, and a background tab paints no frame.
  const isDue = document.querySelector('#root>*') && document.visibilityState === 'visible';
  return new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, isDue ? longestWait : 0);
  });
}

/** Of a page that needs no script until then. A look around by mouse or touch counts: it comes before the press. */
function firstInput(): Promise<unknown> {
  // Assistive technology may click without any of the others.
  const kinds = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'click'];
  return new Promise((resolve) => {
    for (const kind of kinds) document.addEventListener(kind, resolve, { once: true, passive: true });
  });
}

keepEarlyPress();
const isStill = document.getElementById('root')?.hasAttribute(waitsForInput);
void (isStill ? firstInput() : firstPaint()).then(() => {
  // All at once instead of each on demand. Until now the connection was used by the fonts.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-after-paint]'))
    link.rel = 'modulepreload';
  import('./main.tsx').catch(async (error: unknown) => {
    // If a reload does not help either, the rendered page stays readable, and its links work.
    if (!isStaleChunkError(error) || !(await reloadOnce())) throw error;
  });
});
