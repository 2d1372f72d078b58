import { Browser } from 'happy-dom';
import type { Environment } from 'vitest/runtime';

/** Of the window's own names, the ones in small letters that the client and its libraries use. */
const properties = [
  'window',
  'self',
  'document',
  'location',
  'history',
  'navigator',
  'localStorage',
  'sessionStorage',
  'addEventListener',
  'removeEventListener',
  'dispatchEvent',
  'getComputedStyle',
  'getSelection',
  'matchMedia',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'scrollTo',
];

/** Node has them too, but a document takes only its own events, and a page asks its own server. */
const replaced = ['Event', 'CustomEvent', 'fetch'];

/**
 * A DOM beside everything that Node has: the server runs in the same process, so nothing that Node brings is replaced,
 * neither timers nor `URL`, `Blob` or `AbortSignal`. Each global reads from the window that stands in `screenWindow`, so
 * that a full load of a page can put a new one there.
 */
const environment: Environment = {
  name: 'screen',
  viteEnvironment: 'ssr',
  setup(global) {
    const browser = new Browser();
    global.screenWindow = browser.newPage().mainFrame.window;
    const classes = namesOf(global.screenWindow).filter((name) => /^[A-Z]/.test(name) && !(name in global));
    global.screenWindow.fetch = global.fetch;
    for (const name of [...classes, ...replaced, ...properties]) {
      Object.defineProperty(global, name, {
        configurable: true,
        get: () => {
          const value: unknown = global.screenWindow[name];
          return typeof value === 'function' && /^[a-z]/.test(name) ? value.bind(global.screenWindow) : value;
        },
      });
    }
    // It would outlive the page that listens. The client does without one; what tabs tell each other needs a browser.
    const { BroadcastChannel } = global;
    delete global.BroadcastChannel;
    return {
      async teardown() {
        global.BroadcastChannel = BroadcastChannel;
        await browser.close();
      },
    };
  },
};

function namesOf(object: object | null): string[] {
  return object ? [...Object.getOwnPropertyNames(object), ...namesOf(Object.getPrototypeOf(object))] : [];
}

export default environment;
