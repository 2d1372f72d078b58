import './styles.css';
import { waitsForInput } from '../shared/page-state.ts';
import { hydratedEvent, replayEarlyInput } from './lib/early-input.ts';
import { isStaleChunkError, reloadOnce } from './lib/stale-chunks.ts';

/**
 * The longest wait for the first paint, in milliseconds. It is limited because some browsers never report the first
 * paint.
 */
const maxWaitMs = 1_000;

/**
 * Resolves when the server-rendered page is painted, but waits at most `maxWaitMs`. The application is loaded after
 * that, because parsing and hydration block the main thread of a phone, and the user should see the page in the
 * meantime. A callback of `requestAnimationFrame` would run too early: the scripts would compete with the fonts.
 */
function firstPaint(): Promise<unknown> {
  // A page that the server did not render shows nothing yet, and a background tab does not paint.
  const expectsPaint = document.querySelector('#root>*') && document.visibilityState === 'visible';
  return new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, expectsPaint ? maxWaitMs : 0);
  });
}

/** Resolves on the first input. Pointer movement counts, because it precedes a press. */
function firstInput(): Promise<unknown> {
  // Assistive technology may click without any of the other events.
  const eventTypes = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'click'];
  return new Promise((resolve) => {
    const listen = (event: Event) => {
      // When the page appears under a resting pointer, the browser reports a move of zero pixels.
      const isMove = event instanceof PointerEvent && event.type === 'pointermove';
      if (!isMove || event.movementX !== 0 || event.movementY !== 0) resolve(event);
    };
    for (const type of eventTypes) document.addEventListener(type, listen, { passive: true });
  });
}

/**
 * Loads the libraries and the application in separate tasks. Each task blocks the main thread of a phone; between two
 * of them, a tap is handled.
 */
async function startApplication(): Promise<unknown> {
  await import('react');
  await new Promise((resolve) => setTimeout(resolve));
  await import('react-dom/client');
  await new Promise((resolve) => setTimeout(resolve));
  return import('./main.tsx');
}

/**
 * The back button may restore a page that was left before its application started. The application would start with the
 * user whom the page contains. That user may have logged out in the meantime, so the page is loaded again.
 */
function reloadIfRestored({ persisted }: PageTransitionEvent): void {
  if (persisted) window.location.reload();
}

replayEarlyInput();
window.addEventListener('pageshow', reloadIfRestored);
window.addEventListener(hydratedEvent, () => window.removeEventListener('pageshow', reloadIfRestored));
const hydratesOnInput = document.getElementById('root')?.hasAttribute(waitsForInput);
void (hydratesOnInput ? firstInput() : firstPaint()).then(() => {
  // Preloads the page's chunks together instead of on demand. Loaded earlier, they would compete with the fonts.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-after-paint]'))
    link.rel = 'modulepreload';
  startApplication().catch(async (error: unknown) => {
    // If a reload does not help, a page that the server rendered stays readable, and its links work.
    if (!isStaleChunkError(error) || !(await reloadOnce())) throw error;
  });
});
