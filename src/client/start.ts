import './styles.css';
import { keepEarlyPress } from './lib/early-press.ts';
import { isStaleChunkError, reloadOnce } from './lib/stale-chunks.ts';

/**
 * The page's first script. What the server drew is painted before anything of the application runs: reading and
 * hydrating it keeps a phone busy for a while, and the reader should look at the page meanwhile, not at nothing.
 */
function afterFirstPaint(run: () => void): void {
  // A tab in the background paints no frame.
  if (document.visibilityState === 'hidden') run();
  else requestAnimationFrame(() => setTimeout(run));
}

keepEarlyPress();
afterFirstPaint(() => {
  // All at once, and not each when the one before it asks for it. Until now the line was the fonts'.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-after-paint]'))
    link.rel = 'modulepreload';
  import('./main.tsx').catch((error: unknown) => {
    // Where a reload does not help either, what is drawn stays readable, and its links lead on.
    if (!isStaleChunkError(error) || !reloadOnce(error)) throw error;
  });
});
