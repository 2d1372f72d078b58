import { Browser } from 'happy-dom';
import type { Environment } from 'vitest/runtime';

/** The lower-case window properties that the client and its libraries use. */
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

/**
 * Globals that Node has, too. Node's events and forms do not work with the document of happy-dom, and the page's
 * `fetch` must be the one that `network.ts` replaces.
 */
const replaced = ['Event', 'CustomEvent', 'FormData', 'fetch'];

/**
 * A vitest environment that adds a DOM to Node's globals. The server runs in the same process, so Node's own globals,
 * such as timers, `URL`, `Blob` and `AbortSignal`, stay, except for those listed above. Each added or replaced global
 * reads from the current `screenWindow`, so that a full page load can replace the window.
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
    // A broadcast channel would outlive its page. The client works without one. Communication between tabs is tested in
    // a browser.
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
