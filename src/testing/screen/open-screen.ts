import { type BoundFunctions, fireEvent, queries, waitFor, within } from '@testing-library/dom';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { expect, onTestFinished } from 'vitest';
import { type MountedApp, mountApp } from '../../client/mount-app.tsx';
import { hideToasts } from '../../client/ui/toast.tsx';
import { type TestApp, testPassword } from '../test-app.ts';
import { type DomPage, openDomPage } from './dom-page.ts';
import { type Network, openNetwork } from './network.ts';

/**
 * The academy's user interface without a browser. The client runs in a DOM (happy-dom), and the server of a `TestApp`
 * handles its requests in the same process, with a cookie jar and sessions. Use it for texts, states, messages, calls
 * and navigation. Tests that depend on layout, focus order, the Content-Security-Policy, images, videos or the payment
 * page need Chromium and belong in `src/testing/e2e`.
 *
 * Tests are named `*.screen.test.tsx` and placed next to the code that they test:
 *
 * ```ts
 * const screen = await openScreen(academy, '/profile', { as: student });
 * await screen.user.click(await screen.findByRole('button', { name: 'Edit' }));
 * const restore = screen.network.fail('profile.updateNames', { status: 500, code: 'internal' });
 * ```
 *
 * The queries are those of Testing Library, run on the current page: `find…` waits for an element, `get…` expects it to
 * exist, `query…` returns null if it does not. `within(element)` and `waitFor` come from `@testing-library/dom`; the
 * jest-dom matchers (`toBeVisible`, `toHaveAccessibleDescription` …) are loaded. There are no styles, so an element
 * hidden by a class counts as visible; the attribute `hidden` works. Only one screen can be open at a time. It is
 * closed after the test; `close` it before the same test opens another one.
 */
export type Screen = BoundFunctions<typeof queries> & {
  /** Simulates clicks, typing and selection. */
  user: UserEvent;
  network: Network;
  /** Path with query and hash; the complete URL after navigation to another site. */
  url(): string;
  title(): string;
  /** Names of the downloaded files. */
  downloads: readonly string[];
  /** Navigates as if by the address bar: a full load that discards the previous page. */
  goTo(path: string): Promise<void>;
  reload(): Promise<void>;
  /** Replaces the text of a field in one step. */
  fill(field: HTMLElement, text: string): void;
  /** Waits for the toast message and dismisses it. @returns the role with which it is announced */
  readMessage(title: string | RegExp, description?: string | RegExp): Promise<'status' | 'alert'>;
  /** Waits until no page is loading, no request is in progress, and no further request follows. */
  settle(): Promise<void>;
  close(): Promise<void>;
};

/** URLs that the server handles; all others are pages of the application. */
const serverPaths = /^\/(api|trpc|objects|uploads|dev)\//;

/** Binds each query to the current document, which may change while a query waits. */
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

/** @param as - a user whose password is `password` or, if that is omitted, `testPassword`; omit `as` for a visitor */
export async function openScreen(
  test: TestApp,
  path: string,
  { as, width = 1440 }: { as?: { email: string; password?: string }; width?: number } = {},
): Promise<Screen> {
  const network = openNetwork(test);
  const { origin } = new URL(test.deps.appUrl());
  const downloads: string[] = [];
  let page: DomPage | undefined;
  let app: MountedApp | undefined;
  let user = userEvent.setup();
  let leftFor: string | undefined;
  let loading: Promise<void> = Promise.resolve();
  let isClosed = false;

  /** The URL after the server's redirects, for example after logging out. */
  async function resolve(target: string): Promise<URL> {
    const url = new URL(target, origin);
    if (url.origin !== origin || !serverPaths.test(url.pathname)) return url;
    const location = (await network.send(url.href)).headers.get('location');
    return location === null ? url : resolve(new URL(location, url).href);
  }

  async function leave(): Promise<void> {
    if (!app) return;
    const { root, router, queryClient } = app;
    app = undefined;
    (await root).unmount();
    router.history.destroy();
    queryClient.clear();
    hideToasts();
    // Cleanup effects of unmounted components finish in a later task.
    await new Promise(setImmediate);
  }

  async function load(target: string): Promise<void> {
    const url = await resolve(target);
    await leave();
    // After the test, a timer or a late response must not open a page, which would stay open during later tests.
    if (isClosed) return;
    const before = page;
    page = openDomPage(url.href, {
      width,
      fetch: network.send,
      onLeave(next) {
        loading = load(new URL(next, url).href);
      },
      onDownload: (fileName) => downloads.push(fileName),
    });
    for (const store of ['localStorage', 'sessionStorage'] as const) {
      for (const [key, value] of Object.entries(before?.window[store] ?? {}))
        page.window[store].setItem(key, value);
    }
    Object.assign(globalThis, { screenWindow: page.window });
    user = userEvent.setup({ document: page.window.document });
    leftFor = url.origin === origin ? undefined : url.href;
    const container = page.window.document.getElementById('root');
    if (!leftFor && container) app = mountApp(container);
    await before?.close();
  }

  async function close(): Promise<void> {
    await loading;
    isClosed = true;
    // A page may be loading again by now.
    await loading;
    await leave();
  }

  onTestFinished(close);
  if (as) {
    const { email, password = testPassword } = as;
    const response = await network.client.request('POST', '/api/login', { email, password });
    expect(response.statusCode, response.body).toBe(200);
  }
  await load(path);

  return {
    ...boundQueries(),
    network,
    downloads,
    get user() {
      return user;
    },
    url() {
      const { pathname, search, hash } = window.location;
      return leftFor ?? pathname + search + hash;
    },
    title: () => document.title,
    goTo: (target) => {
      loading = load(target);
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
        await network.settle();
      } while (loaded !== loading);
    },
    close,
  };
}
