import '@testing-library/jest-dom/vitest';
import { onlineManager, QueryClientProvider, useMutation } from '@tanstack/react-query';
import { waitFor } from '@testing-library/dom';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../trpc.ts';
import { type ActionOptions, useAction } from './use-action.ts';

let root: Root;
const queryClient = createQueryClient();
/** Each try waits here until the test answers it. */
let tries: { resolve: (url: string) => void; reject: (error: Error) => void }[];

beforeEach(() => {
  tries = [];
});
afterEach(() => {
  onlineManager.setOnline(true);
  root.unmount();
  queryClient.clear();
  document.body.replaceChildren();
});

function draw(page: ReactNode): void {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>);
}

function Page(options: ActionOptions<string>) {
  const { isPending, isSuccess, failure, run, reset } = useAction(
    useMutation<string>({
      mutationFn: () => new Promise((resolve, reject) => tries.push({ resolve, reject })),
    }),
    options,
  );
  return (
    <>
      <button type="button" onClick={() => run()}>
        {isPending ? 'Sending...' : 'Send'}
      </button>
      <button type="button" onClick={reset}>
        Forget
      </button>
      <p>{failure?.message ?? (isSuccess ? 'Sent' : 'Nothing sent')}</p>
    </>
  );
}

const shows = (text: string) => waitFor(() => expect(document.body).toHaveTextContent(text));
const press = (number: number) => document.querySelectorAll('button')[number]?.click();

async function send(): Promise<void> {
  await shows('Send');
  press(0);
  await shows('Sending...');
}

it('sends once, however often it is pressed before the page shows it', async () => {
  draw(<Page />);
  await shows('Send');
  press(0);
  press(0);
  await shows('Sending...');
  press(0);
  expect(tries).toHaveLength(1);
  tries[0]?.resolve('');
  await shows('Sent');
  press(0);
  await shows('Sending...');
  expect(tries).toHaveLength(2);
});

it('can be tried again after a failure, which is told until then', async () => {
  draw(<Page />);
  await send();
  tries[0]?.reject(new TypeError('Failed to fetch'));
  await shows('We could not reach the academy.');
  await send();
  expect(document.body).not.toHaveTextContent('We could not reach the academy.');
  expect(tries).toHaveLength(2);
});

it('continues with what is being sent when the last try is forgotten', async () => {
  draw(<Page />);
  await send();
  press(1);
  press(0);
  expect(tries).toHaveLength(1);
  tries[0]?.resolve('');
  await shows('Sent');
  press(1);
  await shows('Nothing sent');
});

it('is free again when the page comes back from the bfcache, where its answer was lost', async () => {
  draw(<Page />);
  await send();
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await waitFor(() => expect(document.body).not.toHaveTextContent('Sending...'));
  await send();
  expect(tries).toHaveLength(2);
});

it('fails at once while the browser is offline, in place of sending later', async () => {
  onlineManager.setOnline(false);
  draw(<Page />);
  await send();
  expect(tries).toHaveLength(1);
});

it('keeps nothing of what was sent once its page is gone', async () => {
  draw(<Page />);
  await send();
  tries[0]?.resolve('');
  await shows('Sent');
  expect(queryClient.getMutationCache().getAll()).toHaveLength(1);
  root.render('Another page');
  await waitFor(() => expect(queryClient.getMutationCache().getAll()).toEqual([]));
});

it('shows what the server says about a field at the field of the form', async () => {
  const showServerErrors = vi.fn();
  draw(<Page form={{ showServerErrors }} fieldNames={{ amountCents: 'amount' }} />);
  await send();
  const data = { httpStatus: 400, fields: { amountCents: 'Too much', reason: 'Too short' } };
  tries[0]?.reject(Object.assign(new Error('Invalid'), { data }));
  await waitFor(() =>
    expect(showServerErrors).toHaveBeenCalledExactlyOnceWith({ amount: 'Too much', reason: 'Too short' }),
  );
});

it('leaves for the address of the answer, and is pending until the browser has left', async () => {
  const leave = vi.spyOn(window.location, 'assign').mockReturnValue();
  draw(<Page leavesFor={(url) => url} />);
  await send();
  tries[0]?.resolve('https://payments.test/');
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('https://payments.test/'));
  await shows('Sending...');
  press(0);
  expect(tries).toHaveLength(1);
});

it('does not take somebody away who went to another page meanwhile', async () => {
  const leave = vi.spyOn(window.location, 'assign').mockReturnValue();
  draw(<Page leavesFor={(url) => url} />);
  await send();
  root.render('Another page');
  await shows('Another page');
  // What was taken away ends its subscriptions a task later.
  await new Promise(setImmediate);
  tries[0]?.resolve('https://payments.test/');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(leave).not.toHaveBeenCalled();
});
