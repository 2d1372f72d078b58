import '@testing-library/jest-dom/vitest';
import { type BoundFunctions, configure, fireEvent, queries, waitFor, within } from '@testing-library/dom';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { type MountedApp, mountApp } from '../../client/mount-app.tsx';
import { hideToasts } from '../../client/ui/toast.tsx';
import { type TestApp, testPassword } from '../test-app.ts';
import { type DomPage, openDomPage } from './dom-page.ts';
import { type Network, openLine } from './network.ts';

/**
 * The academy before a person, without a browser: the real application in a DOM (happy-dom), whose requests the real
 * server of a `TestApp` answers in the same process, with a cookie jar and real sessions. For words, states, messages,
 * calls and ways from page to page. What depends on layout, focus order, the Content-Security-Policy, pictures, videos
 * or the hosted payment page needs Chromium, and stays in `src/testing/e2e`.
 *
 * Tests stand in `*.screen.test.tsx` beside what they read:
 *
 * ```ts
 * const screen = await openScreen(academy, '/profile', { as: student });
 * await screen.user.click(await screen.findByRole('button', { name: 'Edit' }));
 * const restore = screen.network.fail('profile.updateNames', { status: 500, code: 'internal' });
 * ```
 *
 * It has the queries of Testing Library, over the page as it is when they are called: `find…` waits for one element,
 * `get…` takes it from what is there, `query…` proves that it is not there. `within(element)` and `waitFor` come from
 * `@testing-library/dom`; the matchers of jest-dom (`toBeVisible`, `toHaveAccessibleDescription` …) are loaded. A class
 * that hides something does not count as hidden, as there are no styles; the attribute `hidden` does. Only one screen is
 * open at a time; `close` it, best in `afterEach`.
 */
export type Screen = BoundFunctions<typeof queries> & {
  /** Presses, types and chooses as a person does. */
  user: UserEvent;
  network: Network;
  /** Path with query and hash; all of the address once the page was left for another site. */
  address(): string;
  title(): string;
  /** Names of the files that were saved. */
  downloads: readonly string[];
  /** As if typed into the address bar: a full load, in which nothing of the page before stays. */
  goTo(path: string): Promise<void>;
  reload(): Promise<void>;
  /** Replaces what stands in a field, at once. */
  fill(field: HTMLElement, text: string): void;
  /** Waits for the message on top of the page, and dismisses it. @returns how it is announced */
  readMessage(title: string | RegExp, description?: string | RegExp): Promise<'status' | 'alert'>;
  /** Waits until no page is being loaded and no request is under way, and none has followed. */
  settle(): Promise<void>;
  close(): Promise<void>;
};

/** Addresses that the server answers itself; all others are pages of the application. */
const serverPaths = /^\/(api|trpc|objects|uploads|dev)\//;

configure({
  // A limit for what hangs, not a promise of speed.
  asyncUtilTimeout: 20_000,
  getElementError: (message, container) =>
    // What is there says more than the tags around it, and is quickly written while something is waited for.
    new Error(
      `${message?.split('\n\n')[0]}\n\nOn the page: ${textsIn(container).join(' | ').slice(0, 3_000)}`,
    ),
});

function textsIn(node: Node): string[] {
  if (node.nodeType === node.TEXT_NODE) return node.textContent?.trim() ? [node.textContent.trim()] : [];
  return [...node.childNodes].flatMap(textsIn);
}

/** Each as it is bound to the document of the moment, also while it waits. */
function boundQueries(): BoundFunctions<typeof queries> {
  const call = (name: string, given: unknown[]) =>
    (Reflect.get(queries, name) as (...all: unknown[]) => unknown)(document.body, ...given);
  return Object.fromEntries(
    Object.keys(queries).map((name) => [
      name,
      name.startsWith('find')
        ? (...given: unknown[]) => waitFor(() => call(name.replace('find', 'get'), given))
        : (...given: unknown[]) => call(name, given),
    ]),
  ) as BoundFunctions<typeof queries>;
}

/**
 * @param as somebody who was created with `password: testPassword`, or whose password is given; a visitor otherwise
 */
export async function openScreen(
  test: TestApp,
  path: string,
  { as }: { as?: { email: string; password?: string } } = {},
): Promise<Screen> {
  const line = openLine(test);
  const { origin } = new URL(test.deps.appUrl());
  const downloads: string[] = [];
  let page: DomPage | undefined;
  let app: MountedApp | undefined;
  let user = userEvent.setup();
  let leftFor: string | undefined;
  let loading: Promise<void> = Promise.resolve();

  /** Follows what the server sends on, as after logging out. */
  async function resolve(asked: string): Promise<URL> {
    const address = new URL(asked, origin);
    if (address.origin !== origin || !serverPaths.test(address.pathname)) return address;
    const location = (await line.send(address.href)).headers.get('location');
    return location === null ? address : resolve(new URL(location, address).href);
  }

  async function leave(): Promise<void> {
    if (!app) return;
    const { root, router, queryClient } = app;
    app = undefined;
    (await root).unmount();
    router.history.destroy();
    queryClient.clear();
    hideToasts();
    // The effects of what was taken away end a task later.
    await new Promise(setImmediate);
  }

  async function load(asked: string): Promise<void> {
    const address = await resolve(asked);
    await leave();
    const before = page;
    page = openDomPage(address.href, {
      fetch: line.send,
      onLeave(next) {
        loading = load(new URL(next, address).href);
      },
      onDownload: (fileName) => downloads.push(fileName),
    });
    for (const store of ['localStorage', 'sessionStorage'] as const) {
      for (const [key, value] of Object.entries(before?.window[store] ?? {}))
        page.window[store].setItem(key, value);
    }
    Object.assign(globalThis, { screenWindow: page.window });
    user = userEvent.setup({ document: page.window.document });
    leftFor = address.origin === origin ? undefined : address.href;
    const container = page.window.document.getElementById('root');
    if (!leftFor && container) app = mountApp(container);
    await before?.close();
  }

  if (as) {
    const { email, password = testPassword } = as;
    const answer = await line.client.request('POST', '/api/login', { email, password });
    expect(answer.statusCode, answer.body).toBe(200);
  }
  await load(path);

  return {
    ...boundQueries(),
    network: line,
    downloads,
    get user() {
      return user;
    },
    address() {
      const { pathname, search, hash } = window.location;
      return leftFor ?? pathname + search + hash;
    },
    title: () => document.title,
    goTo: (asked) => {
      loading = load(asked);
      return loading;
    },
    reload() {
      loading = load(window.location.href);
      return loading;
    },
    fill(field, text) {
      field.focus();
      fireEvent.input(field, { target: { value: text } });
      fireEvent.change(field, { target: { value: text } });
    },
    async readMessage(title, description) {
      const shown = await waitFor(() => {
        const messages = within(within(document.body).getByRole('region', { name: 'Messages' }));
        messages.getByText(title);
        if (description !== undefined) messages.getByText(description);
        return messages.queryByRole('alert') ?? messages.getByRole('status');
      });
      await user.click(within(shown).getByRole('button', { name: 'Dismiss' }));
      await waitFor(() => expect(shown).not.toBeInTheDocument());
      return shown.getAttribute('role') === 'alert' ? 'alert' : 'status';
    },
    async settle() {
      let loaded: Promise<void>;
      do {
        loaded = loading;
        await loaded;
        await line.settle();
      } while (loaded !== loading);
    },
    async close() {
      await loading;
      await leave();
    },
  };
}
