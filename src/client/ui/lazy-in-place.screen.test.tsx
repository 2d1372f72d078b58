import { waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { render } from '../../testing/screen/render.tsx';
import { lazyInPlace, lazyTab } from './lazy-in-place.tsx';

const page = within(document.body);
const user = userEvent.setup({ document });
const isGone = new TypeError('Failed to fetch dynamically imported module');
const load = vi.fn<() => Promise<typeof Notes>>();

function Notes({ text }: { text: string }) {
  return <p>{text}</p>;
}

function open() {
  const NotesInPlace = lazyInPlace('Your notes could not be loaded', () => load());
  render(
    <>
      <input aria-label="Name" />
      <NotesInPlace text="Bet" fallback="Loading..." />
    </>,
  );
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  load.mockReset();
});

it('if a part of a page cannot be loaded, the text typed on the page stays, and a retry loads the part', async () => {
  load.mockRejectedValueOnce(isGone).mockImplementation(async () => Notes);
  open();
  await user.type(await page.findByLabelText('Name'), 'Sam');
  expect(await page.findByText('Your notes could not be loaded')).toBeVisible();
  await user.click(page.getByRole('button', { name: 'Try again' }));
  expect(await page.findByText('Bet')).toBeVisible();
  expect(page.queryByRole('alert')).toBeNull();
  expect(page.getByLabelText('Name')).toHaveValue('Sam');
});

it.each([
  ['is reloaded if the server responds', async () => new Response('{"status":"ok"}'), 1],
  ['stays while the server does not respond', () => Promise.reject(new TypeError('Failed to fetch')), 0],
])('after a failed retry, the page %s', async (_what, respond, reloads) => {
  sessionStorage.clear();
  vi.spyOn(globalThis, 'fetch').mockImplementation(respond);
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
  load.mockRejectedValue(isGone);
  open();
  await page.findByText('Your notes could not be loaded');
  expect(reload).not.toHaveBeenCalled();
  await user.click(page.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled());
  expect(load).toHaveBeenCalledTimes(2);
  expect(reload).toHaveBeenCalledTimes(reloads);
  expect(page.getByText('Your notes could not be loaded')).toBeVisible();
});

it('if the content of a tab is missing although the server responds, the page is reloaded at once', async () => {
  sessionStorage.clear();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{"status":"ok"}'));
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
  load.mockRejectedValue(isGone);
  const Tab = lazyTab(() => load());
  render(<Tab text="Bet" fallback="Loading..." />);
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(page.getByText('Loading...')).toBeVisible();
  expect(page.queryByRole('alert')).toBeNull();
});

it('if the content of a tab cannot be loaded offline, the tabs stay, and a retry loads the content', async () => {
  sessionStorage.clear();
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
  load.mockRejectedValueOnce(isGone).mockImplementation(async () => Notes);
  const Tab = lazyTab(() => load());
  render(
    <>
      <nav>Students</nav>
      <Tab text="Bet" fallback="Loading..." />
    </>,
  );
  await page.findByText('This tab could not be loaded');
  expect(page.getByText('Students')).toBeVisible();
  await user.click(page.getByRole('button', { name: 'Try again' }));
  await page.findByText('Bet');
  expect(reload).not.toHaveBeenCalled();
});
