import './styles.css';
import { keepEarlyPress } from './lib/early-press.ts';
import { isStaleChunkError, reloadOnce } from './lib/stale-chunks.ts';

/** Milliseconds after which a first paint is no longer waited for: not every browser tells of it. */
const longestWait = 1_000;

/**
 * This is the page's first script. What the server drew is painted before anything of the application is asked for or
 * runs: reading and hydrating it keeps a phone busy for a while, and the reader should look at the page meanwhile, not
 * at nothing. A frame that is merely on its way does not count: the scripts would share the line with its fonts.
 */
function firstPaint(): Promise<unknown> {
  // The shell of a page behind a sign-in shows nothing yet, and a tab in the background paints no frame.
  const isDue = document.querySelector('#root>*') && document.visibilityState === 'visible';
  return new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, isDue ? longestWait : 0);
  });
}

keepEarlyPress();
void firstPaint().then(() => {
  // All at once, and not each when the one before it asks for it. Until now the line was the fonts'.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-after-paint]'))
    link.rel = 'modulepreload';
  import('./main.tsx').catch(async (error: unknown) => {
    // Where a reload does not help either, what is drawn stays readable, and its links lead on.
    if (!isStaleChunkError(error) || !(await reloadOnce())) throw error;
  });
});
