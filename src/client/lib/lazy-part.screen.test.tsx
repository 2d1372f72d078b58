import { waitFor, within } from '@testing-library/dom';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from '../../testing/screen/render.tsx';
import { lazyPart } from './lazy-part.ts';

const chunkError = new TypeError('Failed to fetch dynamically imported module');

it('a page stays open while a part of its layout cannot be loaded, and shows the part once it is loaded', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(chunkError)
    .mockResolvedValue(() => 'A notice');
  const Part = lazyPart(load);
  render(
    <>
      <h1>Page</h1>
      <Suspense fallback={null}>
        <Part />
      </Suspense>
    </>,
  );
  const page = within(document.body);
  await waitFor(() => expect(warn).toHaveBeenCalledOnce());
  expect(page.getByRole('heading', { name: 'Page' })).toBeVisible();
  expect(await page.findByText('A notice')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

it('a part that could not be loaded offline is loaded as soon as the browser is online', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const Part = lazyPart(
    vi
      .fn<() => Promise<() => string>>()
      .mockRejectedValueOnce(chunkError)
      .mockResolvedValue(() => 'A notice'),
  );
  render(
    <Suspense fallback={null}>
      <Part />
    </Suspense>,
  );
  await waitFor(() => expect(warn).toHaveBeenCalledOnce());
  window.dispatchEvent(new Event('online'));
  // The timeout is shorter than the wait before the next attempt.
  await within(document.body).findByText('A notice', {}, { timeout: 500 });
});

it('a part listens for the browser to come online only until its next attempt', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const listen = vi.spyOn(globalThis, 'addEventListener');
  const loaded = Promise.withResolvers<() => string>();
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(chunkError)
    .mockReturnValue(loaded.promise);
  const Part = lazyPart(load);
  render(
    <Suspense fallback={null}>
      <Part />
    </Suspense>,
  );
  const listening = () =>
    listen.mock.calls.flatMap(([event, , options]) =>
      event === 'online' && typeof options === 'object' ? [options.signal?.aborted === false] : [],
    );
  await waitFor(() => expect(listening()).toEqual([true]));
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2), { timeout: 3_000 });
  expect(listening()).toEqual([false]);
  loaded.resolve(() => 'A notice');
  await within(document.body).findByText('A notice');
});

it.each([
  ['is reloaded once if the server responds', async () => new Response('{"status":"ok"}'), 1],
  ['is not reloaded while the server does not respond', () => Promise.reject(new TypeError('Offline')), 0],
])('after the second failure to load a part, the page %s', async (_what, respond, reloads) => {
  sessionStorage.clear();
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(respond);
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
  const Part = lazyPart(() => Promise.reject(chunkError));
  render(
    <Suspense fallback={null}>
      <Part />
    </Suspense>,
  );
  await waitFor(() => expect(warn).toHaveBeenCalledTimes(1));
  expect(fetched).not.toHaveBeenCalled();
  await waitFor(() => expect(warn).toHaveBeenCalledTimes(2), { timeout: 3_000 });
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(reloads));
  sessionStorage.clear();
  await waitFor(() => expect(warn).toHaveBeenCalledTimes(3), { timeout: 3_000 });
  expect(reload).toHaveBeenCalledTimes(reloads);
});
